"""PIL."""

from PIL import Image
