"""``python -m perimetry`` is the command ``perimetry``."""

from perimetry.cli import main

main()
