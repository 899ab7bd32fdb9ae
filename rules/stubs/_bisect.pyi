"""_bisect: what bisect is made of."""

from bisect import bisect, bisect_left, bisect_right, insort, insort_left, insort_right
