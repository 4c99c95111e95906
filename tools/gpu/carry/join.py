#!/usr/bin/env python3
"""The other side of `npm run gpu -- pack`, for a machine that has Python and no Node.

join.py keep PIECE INTO       checks one piece and keeps it in the folder INTO
join.py run INTO [FLAG ...]   checks and unpacks all pieces there, then measures (npm run gpu -- run --help)

Ends with 1 where a piece is missing or damaged, else with what the run ended with.
"""

import glob
import hashlib
import io
import json
import lzma
import os
import shutil
import site
import subprocess
import sys
import sysconfig
import tarfile


def keep(piece, into):
    os.makedirs(into, exist_ok=True)
    for name in os.listdir(piece):
        shutil.copy(os.path.join(piece, name), into)
    for known in pieces_of(into):
        path = os.path.join(into, known["name"])
        if os.path.exists(path):
            check(path, known["sha256"])
            print("kept", known["name"], flush=True)


def run(into, flags):
    names = [known["name"] for known in pieces_of(into)]
    for known in pieces_of(into):
        check(os.path.join(into, known["name"]), known["sha256"])
    there = os.path.join(into, "host")
    if not os.path.exists(there):
        unpack([os.path.join(into, name) for name in names], there + ".new")
        os.rename(there + ".new", there)
    environment = {
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/nvidia/bin",
        "HOME": into,
        "LD_LIBRARY_PATH": ":".join(cuda_folders()),
    }
    command = [os.path.join(there, "bin/node"), "tools/gpu/main.ts", "run", *flags]
    return subprocess.run(command, cwd=there, env=environment).returncode


def pieces_of(into):
    with open(os.path.join(into, "pieces.json")) as listed:
        return json.load(listed)


def check(path, sha256):
    digest = hashlib.sha256()
    try:
        with open(path, "rb") as piece:
            while chunk := piece.read(1 << 20):
                digest.update(chunk)
    except FileNotFoundError:
        sys.exit(f"join: missing: {path} has not been brought yet")
    if digest.hexdigest() != sha256:
        sys.exit(f"join: damaged: {path} has another SHA-256 than it was sent with")


class Joined(io.RawIOBase):
    """The pieces, read as one file: they are never together on the disk."""

    def __init__(self, paths):
        self.rest = list(paths)
        self.now = open(self.rest.pop(0), "rb")

    def readable(self):
        return True

    def readinto(self, buffer):
        while (count := self.now.readinto(buffer)) == 0 and self.rest:
            self.now.close()
            self.now = open(self.rest.pop(0), "rb")
        return count


def unpack(paths, folder):
    shutil.rmtree(folder, ignore_errors=True)
    print("unpacking", len(paths), "pieces", flush=True)
    with lzma.open(io.BufferedReader(Joined(paths), 1 << 20)) as plain, tarfile.open(fileobj=plain, mode="r|") as tar:
        # Pythons before 3.11.4 have no filters, and newer ones warn where none is chosen.
        tar.extraction_filter = getattr(tarfile, "tar_filter", lambda member, _: member)
        tar.extractall(folder)


def cuda_folders():
    """Folders of NVIDIA's Python wheels, of a CUDA that is installed, and of a driver that is mounted."""
    roots = {sysconfig.get_paths()["purelib"], *site.getsitepackages()}
    found = [
        folder for root in sorted(roots) for folder in sorted(glob.glob(f"{root}/nvidia/**/lib", recursive=True))
    ]
    return [*found, *glob.glob("/usr/local/cuda/lib64"), *glob.glob("/usr/local/nvidia/lib*")]


if __name__ == "__main__":
    verb, *arguments = sys.argv[1:] or ["--help"]
    if verb == "keep" and len(arguments) == 2:
        keep(*arguments)
    elif verb == "run" and arguments:
        sys.exit(run(os.path.abspath(arguments[0]), arguments[1:]))
    else:
        print(__doc__)
        sys.exit(0 if verb == "--help" else 1)
