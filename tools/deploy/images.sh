#!/usr/bin/env bash
# Builds the images edge and inference of deploy/Dockerfile with buildah from a clone of this repository, starts both as
# a deployment does (an unprivileged user, a read-only tree, no capability), and makes one check through them.
#   tools/deploy/images.sh [--keep FOLDER] [--cuda]     FOLDER keeps base and layers for the next run
# With --cuda it builds inference-cuda in place of both and starts it, which must name what a GPU lacks here.
# Needs root, Debian's buildah and mmdebstrap, and `npm ci` done here. It uses no image registry: the base is Debian
# from its mirror, with the Node of package-lock.json and this machine's npm, under the tag in the Dockerfile. So
# Docker's own base images and their digests are not tested, nor CUDA's libraries. Ends with 3, and says why, if a tool,
# a mount or the mirror is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
for tool in buildah mmdebstrap unshare setpriv git npm; do
  command -v "$tool" > /dev/null || { echo "images: $tool is not installed" >&2; exit 3; }
done
# A machine without permission to mount, such as most containers, cannot start the images.
unshare --mount true 2> /dev/null || { echo "images: this machine does not permit mounts" >&2; exit 3; }

work=$(mktemp -d)
keep=$work
targets=(inference edge)
while [ $# -gt 0 ]; do
  case $1 in
    --keep) keep=$(realpath -m "$2"); shift 2 ;;
    --cuda) targets=(inference-cuda); shift ;;
    *) sed -n '2,10s/^# \?//p' "$0" >&2; exit 2 ;;
  esac
done
mkdir -p "$keep"
# If npm's registry or a mirror does not answer, the failed build says nothing about the Dockerfile.
UNREACHABLE='ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|Temporary failure|Could not connect'
unreached() {
  grep -qE "$UNREACHABLE" "$work/$1.log" || return 0
  grep -hE "$UNREACHABLE" "$work/$1.log" | head -3 >&2
  echo "images: what $1 installs cannot be had here" >&2
  exit 3
}
fail() { tail -n 20 "$work"/*.log >&2; echo "images: $*" >&2; exit 1; }
say() { echo "images: $* ($SECONDS s)"; }

cleanup() {
  # unshare hands no signal on.
  for pid in $(jobs -p); do pkill -TERM -P "$pid" || kill "$pid" 2> /dev/null || true; done
  wait
  buildah_ rm --all > /dev/null || true
  rm -rf "$work"
}
trap cleanup EXIT

export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=${STORAGE_DRIVER:-overlay}
buildah_() { buildah --root "$keep/storage" --runroot "$work/run" "$@"; }

# ---- the base, under the name in the Dockerfile
version=$(sed -n 's/^ARG NODE=//p' deploy/Dockerfile)
base=docker.io/library/node:$version
certificates=/etc/ssl/certs/ca-certificates.crt
if ! buildah_ inspect --type image "$base" > /dev/null 2>&1; then
  mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$work/debian.tar" \
    "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian bookworm main" \
    || { echo "images: Debian cannot be had from its mirror" >&2; exit 3; }
  container=$(buildah_ from scratch)
  buildah_ add --quiet "$container" "$work/debian.tar" / > /dev/null
  buildah_ copy --quiet "$container" node_modules/node/bin/node /usr/local/bin/node > /dev/null
  buildah_ copy --quiet "$container" "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" /usr/local/lib/node_modules/npm > /dev/null
  buildah_ copy --quiet "$container" "$certificates" "$certificates" > /dev/null
  buildah_ run "$container" -- ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm
  buildah_ config --env "NODE_EXTRA_CA_CERTS=$certificates" --cmd node "$container"
  buildah_ commit --quiet --rm "$container" "$base" > /dev/null
  say "base $version"
fi

# CUDA's own base by its name: the same Debian, without its libraries.
if [ "${targets[0]}" = inference-cuda ]; then
  buildah_ tag "$base" "docker.io/nvidia/cuda:$(sed -n 's/^ARG CUDA=//p' deploy/Dockerfile)"
fi

# ---- the targets, from the commit
git clone --quiet "$root" "$work/clone"
packages=$(npm config get cache 2> /dev/null)
mkdir -p "$packages"
for target in "${targets[@]}"; do
  buildah_ bud --quiet --layers --pull-never --volume "$packages:/root/.npm:O" -f deploy/Dockerfile --ignorefile "$work/clone/deploy/Dockerfile.dockerignore" \
    --target "$target" -t "selfsame/$target" "$work/clone" > /dev/null 2> "$work/$target.log" \
    || { unreached "$target"; fail "the build of $target"; }
  say "image $target, $(buildah_ images --format '{{.Size}}' "selfsame/$target")"
done

# ---- as a deployment starts them
# inside IMAGE VOLUME COMMAND…: with the image's user, folder and environment; only VOLUME, /tmp and /dev are writable.
inside() {
  local image=$1 volume=$2 container tree settings
  shift 2
  container=$(buildah_ from --pull-never "$image")
  tree=$(buildah_ mount "$container")
  mapfile -t settings < <(buildah_ inspect --type image --format '{{range .OCIv1.Config.Env}}{{println .}}{{end}}' "$image" | grep =)
  mkdir -p "$work/data/$image"
  chown 10001:10001 "$work/data/$image" && chmod 700 "$work/data/$image"
  exec unshare --mount --pid --fork --kill-child bash -euc '
    tree=$1 volume=$2 data=$3; shift 3
    mount --bind "$tree" "$tree"
    mount --bind "$data" "$tree$volume"
    mount -t tmpfs tmpfs "$tree/tmp"
    mount -t proc proc "$tree/proc"
    for name in null zero random urandom; do
      touch "$tree/dev/$name"; mount --bind "/dev/$name" "$tree/dev/$name"
    done
    mount -o remount,ro,bind "$tree"
    exec chroot "$tree" setpriv --reuid 10001 --regid 10001 --clear-groups --bounding-set=-all --no-new-privs \
      env -C /app -i "$@"' - "$tree" "$volume" "$work/data/$image" "${settings[@]}" "$@"
}

# ---- without a GPU the CUDA image names the missing parts, and does not start
if [ "${targets[0]}" = inference-cuda ]; then
  if (inside selfsame/inference-cuda /models INFERENCE_TOKEN="$(head -c 32 /dev/urandom | base64)" \
    GRPC_HOST=127.0.0.1 METRICS_HOST=127.0.0.1 node inference/main.ts) > "$work/refusal" 2>&1; then fail "inference-cuda starts without a GPU"; fi
  sed 's/^/images:   /' "$work/refusal" | tail -n 12
  grep -qi 'driver' "$work/refusal" || fail "inference-cuda: another refusal"
  say "inference-cuda refuses by name without a GPU"
  exit 0
fi

# A second start of one image has a container of its own; the user's own settings come before the command.
port() { node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }
node=$root/node_modules/.bin/node
token=$(head -c 32 /dev/urandom | base64)
read -r database grpc web metrics edge edge_metrics <<< "$(port) $(port) $(port) $(port) $(port) $(port)"
umask 077
DATABASE_FILE=$work/selfsame.db DATABASE_PORT=$database DATABASE_AUTH_TOKEN=$token \
  "$node" local/hrana/main.ts > "$work/database.log" 2>&1 &

(inside selfsame/edge /data node local/admin.ts secrets create) > "$work/secrets"
cat >> "$work/secrets" <<END
DATABASE_URL=http://127.0.0.1:$database
DATABASE_AUTH_TOKEN='$token'
PUBLIC_URL=https://id.example.com
SIGN_UP=closed
CLIENT_ADDRESS_HEADER=X-Forwarded-For
INFERENCE_URL=http://127.0.0.1:$web
EDGE_HOST=127.0.0.1
EDGE_PORT=$edge
EDGE_METRICS_PORT=$edge_metrics
GRPC_HOST=127.0.0.1
GRPC_PORT=$grpc
GRPC_WEB_PORT=$web
METRICS_HOST=127.0.0.1
METRICS_PORT=$metrics
WORKERS=1
LAME_DUCK=0
END
mapfile -t own < <(tr -d "'" < "$work/secrets")
from() { local image=$1 volume=$2; shift 2; inside "selfsame/$image" "$volume" "${own[@]}" "$@"; }
admin() { (from edge /data node local/admin.ts "$@" --json); }

(from edge /data node local/migrate.ts) > "$work/migrate.log" 2>&1 || fail "the schema"
(from inference /models node inference/main.ts) > "$work/inference.log" 2>&1 &
(from edge /data node local/edge/serve.ts) > "$work/edge.log" 2>&1 &
say "started"

for _ in $(seq 240); do
  curl -fsS "http://127.0.0.1:$edge/health" > "$work/health" 2> /dev/null && break
  sleep 1
done
[ -s "$work/health" ] || fail "the edge is not in order"
say "ready"

tenant=$(admin tenants create --name Images | "$node" -p 'JSON.parse(require("node:fs").readFileSync(0)).id')
key=$(admin keys create --tenant "$tenant" --mode live | "$node" -p 'JSON.parse(require("node:fs").readFileSync(0)).key')
"$node" -e 'require("sharp")({create: {width: 400, height: 400, channels: 3, background: "#888"}}).jpeg().toFile(process.argv[1])' "$work/plain.jpg"
answer=$(curl -sS -K - -F mode=passive -F "image_1=@$work/plain.jpg;type=image/jpeg" "http://127.0.0.1:$edge/v1/liveness/check" \
  <<< "header = \"Authorization: Bearer $key\"")
case $answer in *'"is_live":false'*) say "a check through both images: is_live false" ;; *) fail "a check: $answer" ;; esac

# ---- forbidden in both images
for image in edge inference; do
  (inside "selfsame/$image" "$([ $image = edge ] && echo /data || echo /models)" sh -c '
    [ "$(id -u)" = 10001 ] || exit 1
    grep -q "^CapEff:.*0000000000000000$" /proc/self/status || exit 1
    for path in /app/probe /usr/probe /etc/probe; do ! touch "$path" 2> /dev/null || exit 1; done') \
    || fail "$image: is not an unprivileged user in a tree that cannot be written"
done
say "user 10001, no capability, nothing written outside of volume and /tmp"
