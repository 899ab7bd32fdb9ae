"""tqdm.notebook."""

from tqdm import tqdm, trange
