"""What a repair won and what it broke: the tests that its certificate rests on."""
