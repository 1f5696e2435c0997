"""Playing without a screen: games for figures, kept so that long work resumes, and for learning."""
