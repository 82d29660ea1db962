import perimetry.report


def test_every_exported_name_is_there():
    assert perimetry.report.__all__ == sorted(perimetry.report.__all__)
    assert all(hasattr(perimetry.report, name) for name in perimetry.report.__all__)
