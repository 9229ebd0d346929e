# Small files that say they are large: refused before memory is taken; where memory ends, status 5 says so.
. "$2/tests/cli/lib.sh"
command -v python3 >/dev/null || { echo "skipped: no python3"; exit 77; }
# png WIDTH HEIGHT FILE: black, one bit a pixel
png() {
    python3 - "$@" <<'END'
import struct, sys, zlib
w, h, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
rows = zlib.compress(bytes((1 + (w + 7) // 8) * h), 9)
open(path, "wb").write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 1, 0, 0, 0, 0)) +
                       chunk(b"IDAT", rows) + chunk(b"IEND", b""))
END
}
cat >scene.lua <<'END'
local tw = require "tauwerk"
local scene = tw.scene { duration = 0.1, fps = 10, size = { 64, 36 } }
scene:box { size = { 1, 1, 1 }, material = { texture = "texture.png" } }
return scene
END
png 16384 16384 texture.png
expect 1 "$tauwerk" run scene.lua --no-render --limit-memory 200
says "scene.lua:3: scene:box: field 'material': field 'texture': texture.png: expected a picture of at most"
png 6000 6000 texture.png
expect 5 "$tauwerk" run scene.lua --no-render --limit-memory 100
says "memory"
png 60 60 texture.png
expect 0 "$tauwerk" run scene.lua --no-render --limit-memory 200
exit 0
