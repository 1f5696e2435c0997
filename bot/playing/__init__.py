"""What every live run is made of, whatever the game: looking, acting, noting, ending."""
