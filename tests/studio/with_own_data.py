"""The command `grimoire` with the data in the folder `grimoire-data`, which a test may damage."""

if __name__ == "__main__":
    from pathlib import Path

    from generator.base import locations

    root = Path("grimoire-data").resolve()
    locations.data_root = lambda: root  # before anything else asks for it

    from generator.cli import main

    main()
