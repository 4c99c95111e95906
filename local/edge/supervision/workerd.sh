#!/bin/sh
# Miniflare starts this in place of workerd (MINIFLARE_WORKERD_PATH), with the folder of one runtime in
# SELFSAME_RUNTIME. Miniflare's own entry point, which answers any client, listens in that folder, which no other user
# may enter, and not on a port. The process id stays when workerd replaces this process. Without the folder the runtime
# is closed, and no workerd is started.
set -eu
# A miniflare of another part of this process.
[ -n "${SELFSAME_RUNTIME:-}" ] || exec "$SELFSAME_WORKERD" "$@"
[ -d "$SELFSAME_RUNTIME" ] || exit 1
echo "$$" > "$SELFSAME_RUNTIME/pid"
for argument do
  shift
  case $argument in
    --socket-addr=entry=*) argument="--socket-addr=entry=unix:$SELFSAME_RUNTIME/entry" ;;
  esac
  set -- "$@" "$argument"
done
rm -f "$SELFSAME_RUNTIME/entry"
exec "$SELFSAME_WORKERD" "$@"
