"""What is kept between runs: documents in a store, damaged ones aside, and a cache on disk."""
