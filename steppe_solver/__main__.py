"""`python -m steppe_solver`: the same as the command `steppe`."""

from steppe_solver.cli import main

if __name__ == "__main__":
    main()
