"""What `bench` measures; each module returns figures and prints nothing."""
