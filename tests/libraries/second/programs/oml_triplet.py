import torch
from oml.losses.triplet import TripletLossWithMiner
from oml.miners.inbatch_all_tri import AllTripletsMiner
from oml.miners.inbatch_hard_tri import HardTripletsMiner
from torch import nn

encoder = nn.Linear(16, 8)
for miner in (AllTripletsMiner(), HardTripletsMiner()):
    criterion = TripletLossWithMiner(margin=0.1, miner=miner)
    step = torch.compile(lambda x, labels: criterion(encoder(x), labels))
    step(torch.randn(8, 16), torch.tensor([0, 0, 1, 1, 2, 2, 3, 3])).backward()
