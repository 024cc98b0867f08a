"""Every way to read a hand, whatever the rules.

`reader` divides one suit and is the reference; `rows` puts the suits of a hand together and gives each reading as sums and marks,
see `chouma.features`. `partial` reads hands that did not win, `waits` and `distance` those that may yet.
"""
