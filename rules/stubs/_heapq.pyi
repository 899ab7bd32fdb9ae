"""_heapq: what heapq is made of."""

from heapq import heapify, heappop, heappush, heappushpop, heapreplace
