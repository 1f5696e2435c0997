"""Profile and frame in, what is on the screen out: a stateless reader, a stateful tracker."""
