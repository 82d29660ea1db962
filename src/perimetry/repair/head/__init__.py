"""A linear map over frozen vectors, learnt without a gradient in the encoder."""
