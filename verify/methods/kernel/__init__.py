"""The kernel method: claims printed as Coq goals, as stated, and decided by the Coq kernel."""
