#!/usr/bin/env bash
# Puts a Milvus server into .local/tools/milvus, from PyPI's wheel of it: for the tests and measurements of galleries on
# Milvus, and for nothing else. It installs nothing into the system and starts nothing. Needs Linux on x86-64 and Python 3.
set -uo pipefail
cd "$(dirname "$0")/../.."
folder=$PWD/.local/tools/milvus
version=2.3.5

install() {
  python3 -m venv "$folder/python"
  "$folder/python/bin/pip" install -q --no-deps "milvus==$version"
  "$folder/python/bin/python" - "$folder" << 'PYTHON'
import os, shutil, sys, milvus
milvus._initialize_data_files(sys.argv[1])
data = os.path.join(os.path.dirname(milvus.__file__), 'data')
for name in ('config.yaml.template', 'glog.conf'):
    shutil.copy(os.path.join(data, name), sys.argv[1])
PYTHON
  rm -rf "$folder/python"
}

mkdir -p "$folder"
[ -x "$folder/bin/milvus" ] || install > "$folder/install.log" 2>&1
if [ -x "$folder/bin/milvus" ]; then echo "tools/milvus: Milvus $version is in .local/tools/milvus"
else echo "tools/milvus: not installed: $(tail -n 1 "$folder/install.log")"; fi
