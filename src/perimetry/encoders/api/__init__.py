"""``openai:`` what runs behind an endpoint, asked without paying twice."""
