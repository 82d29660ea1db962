"""What the rules know of English: clauses and phrases, forms of words, numerals, units, names.

``trust.py`` says which texts are not to be read as English sentences at all.
"""
