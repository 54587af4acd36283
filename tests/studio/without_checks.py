"""The command `grimoire`, with a studio that makes no full checks of kits."""

if __name__ == "__main__":  # jobs of the studio import this file, too, and need nothing of it
    import math

    from generator.cli import main
    from generator.studio import full_check

    full_check.REST_SECONDS = math.inf
    main()
