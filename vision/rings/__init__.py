"""Eyes for boards whose cells nest rings (Square Stacker): masks a slot, colours, the window's empty ground."""

from vision.rings.pictures import RingPictures, read_pictures
from vision.rings.reader import EMPTY_NAME, RingReader, warm_up

__all__ = ["EMPTY_NAME", "RingPictures", "RingReader", "read_pictures", "warm_up"]
