"""A league to look at: a web site that only reads, and the same in one file."""
