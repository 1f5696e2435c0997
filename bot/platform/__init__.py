"""The platform's side of Hypersonic: our bot behind its pipes, and a referee that plays bots against each other."""
