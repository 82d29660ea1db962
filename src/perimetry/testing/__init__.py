"""Contract suites that plugin authors run too."""
