"""How a punter plays against a fixed banker: every decision, in lines, and in short."""
