import torch
from pytorch360convert import c2e, e2c, e2e, e2p

equirect = torch.rand(3, 32, 64)
to_cube = torch.compile(e2c)
cubemap = to_cube(equirect, face_w=16, mode="bilinear", cube_format="dice")
faces = to_cube(equirect, face_w=16, mode="bilinear", cube_format="dict")
print(cubemap.shape, sorted(faces))
back = torch.compile(c2e)(cubemap, h=32, w=64, mode="bilinear", cube_format="dice")
view = torch.compile(e2p)(equirect, fov_deg=(70, 60), h_deg=45, v_deg=10, out_hw=(24, 32))
rotated = torch.compile(e2e)(equirect, roll=20, h_deg=30, v_deg=0)
print(back.shape, view.shape, rotated.shape)
