# The scripts of package.json that an operator runs read this first, in their own shell: before `npm ci` only the
# system's Node is there, which may be too old to load the program that would say so.
if ! [ -e node_modules/.package-lock.json ]; then
  echo "Packages are not installed: run npm ci first." >&2
  exit 1
fi
