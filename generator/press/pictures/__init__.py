"""Pictures of a kit: checked when they are read, converted to sRGB, turned upright and sampled down."""
