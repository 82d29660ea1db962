"""What commands print: tables that fit the terminal, and sentences."""
