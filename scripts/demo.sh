#!/usr/bin/env bash
# Installs what is missing, builds, and renders the self-assembling pendulum to renders/pendulum/.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh run
cmake --preset release -DBUILD_TESTING=OFF >/dev/null
cmake --build --preset release --target tauwerk -- --quiet
build/release/tauwerk run scripts/pendulum.lua -o renders/pendulum

cat <<'END'

The film is there, 240 frames at 30 per second:
  first frame   renders/pendulum/pendulum.0001.png
  last frame    renders/pendulum/pendulum.0240.png
As a video, with ffmpeg:
  ffmpeg -framerate 30 -i renders/pendulum/pendulum.%04d.png -pix_fmt yuv420p renders/pendulum.mp4
END
