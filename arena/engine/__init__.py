"""The rules of Mus as pure values and functions: no I/O, no clock, no randomness."""
