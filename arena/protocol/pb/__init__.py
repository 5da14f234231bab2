"""Code generated from proto/mus/arena/v1 by `make proto`: not edited by hand."""
