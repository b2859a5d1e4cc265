"""4xxx: packs and manifests."""
