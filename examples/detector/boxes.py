"""Box arithmetic, called from the compiled detector."""

import warnings


def clip(boxes, size):
    if (boxes < 0).any() or (boxes > size).any():
        warnings.warn("boxes outside of the image are clipped")
        boxes = boxes.clamp(0, size)
    return boxes


def keep_confident(boxes, scores, threshold):
    best = scores.max().item()
    keep = scores > min(threshold, best)
    return boxes[keep], scores[keep]
