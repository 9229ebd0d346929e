#!/usr/bin/env bash
# Installs what is missing, builds, and renders the self-assembling pendulum to renders/pendulum/.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/install-deps.sh run
echo "building"
cmake --preset release -DBUILD_TESTING=OFF >/dev/null
cmake --build --preset release --target tauwerk -- --quiet
build/release/tauwerk run scripts/pendulum.lua -o renders/pendulum

frames=(renders/pendulum/pendulum.*.png)
cat <<END

The film is there, ${#frames[@]} pictures, 30 a second. To look at:
  ${frames[0]}
  ${frames[-1]}
END
if command -v ffmpeg >/dev/null; then
    echo "As a video:"
else
    echo "As a video, once ffmpeg is installed:"
fi
echo "  ffmpeg -framerate 30 -i renders/pendulum/pendulum.%04d.png -pix_fmt yuv420p renders/pendulum.mp4"
