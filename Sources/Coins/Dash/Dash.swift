// Placeholder until the first type of this folder is written.
