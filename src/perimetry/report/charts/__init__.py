"""Pictures as inline SVG, made when the report is."""
