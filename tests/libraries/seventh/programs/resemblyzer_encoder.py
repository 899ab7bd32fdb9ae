import torch
from resemblyzer.hparams import mel_n_channels, model_embedding_size, model_hidden_size, model_num_layers
from resemblyzer.voice_encoder import VoiceEncoder
from torch import nn


class SpeakerEncoder(VoiceEncoder):
    """Trained from scratch, without the checkpoint."""

    def __init__(self):
        nn.Module.__init__(self)
        self.lstm = nn.LSTM(mel_n_channels, model_hidden_size, model_num_layers, batch_first=True)
        self.linear = nn.Linear(model_hidden_size, model_embedding_size)
        self.relu = nn.ReLU()
        self.device = torch.device("cpu")


encoder = torch.compile(SpeakerEncoder())
embeds = encoder(torch.rand(4, 40, mel_n_channels))
similarity = embeds @ embeds.T
similarity.sum().backward()
print(similarity)
