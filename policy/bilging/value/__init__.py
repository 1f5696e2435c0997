"""The learned value of boards between a move and its refill; one set of weights a rules preset."""

from policy.bilging.value.one_swap import NOTHING, Swaps, swaps, weigh_swaps
from policy.bilging.value.value import Value, value_of
from policy.bilging.value.weights import load_value

__all__ = ["NOTHING", "Swaps", "Value", "load_value", "swaps", "value_of", "weigh_swaps"]
