"""An independent model of the link grammars, written from the documents in Documentation."""
