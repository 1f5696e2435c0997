"""How well the eyes read: drawn windows, spoilt in every way a screen spoils them, and real pictures."""
