"""Tauwerk in Python: libtauwerk (include/tauwerk.h) by ctypes, motion as NumPy arrays.

    import tauwerk
    film = tauwerk.run("scene.lua", params={"rods": 8})
    film["rod1"].position       # frames x 3, m
    film.passed, film.failed    # checks of the script

    engine = tauwerk.Engine()
    scene = engine.scene(gravity="earth")
    rod = scene.make("rod", radius=0.03, length=1.0)
    scene.advance(1.5)

The library is looked for at $TAUWERK_LIBRARY, then as libtauwerk.so. Sequences of numbers are vectors
(3 numbers) and lists; a Quaternion is a quaternion. One engine serves one thread at a time.
"""

import ctypes as C
import os

import numpy as np

__all__ = ["Engine", "Error", "Film", "Quaternion", "Ref", "Track", "run", "version"]


class Error(Exception):
    """A call of the library failed; `status`: its tw_status, a number; str(): the reason."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


class Quaternion(tuple):
    """A quaternion (w, x, y, z)."""


class _Ref(C.Structure):
    _fields_ = [("slot", C.c_uint32), ("generation", C.c_uint32)]


class _Variant(C.Structure):
    pass


class _Entry(C.Structure):
    pass


class _Is(C.Union):
    _fields_ = [
        ("truth", C.c_bool),
        ("number", C.c_double),
        ("vector", C.c_double * 3),
        ("quaternion", C.c_double * 4),
        ("ref", _Ref),
        ("text", C.c_void_p),
        ("item", C.POINTER(_Variant)),
        ("entry", C.POINTER(_Entry)),
        ("function", C.c_void_p * 2),
    ]


_Variant._fields_ = [("kind", C.c_int), ("count", C.c_size_t), ("is_", _Is)]
_Entry._fields_ = [("name", C.c_char_p), ("value", _Variant)]
_NOTHING, _BOOL, _NUMBER, _VECTOR, _QUATERNION, _TEXT, _REF, _LIST, _TABLE = range(9)
_MISMATCH, _INTERRUPTED = 9, 11
_LOOK = C.CFUNCTYPE(C.c_int, C.c_void_p, C.c_int, C.c_double)


class _DrawOptions(C.Structure):
    _fields_ = [
        ("size", C.c_size_t),
        ("width", C.c_int),
        ("height", C.c_int),
        ("quality", C.c_int),
        ("alpha", C.c_bool),
        ("look", C.c_char_p),
    ]


def _load():
    lib = C.CDLL(os.environ.get("TAUWERK_LIBRARY", "libtauwerk.so"))
    e, s, v, n = C.c_void_p, C.c_char_p, C.POINTER(_Variant), C.c_size_t
    entries = C.POINTER(_Entry)
    for name, *arguments in [
        ("open", C.c_void_p, C.POINTER(e)),
        ("scene_new", e, entries, n, C.POINTER(_Ref)),
        ("make", e, _Ref, s, entries, n, C.POINTER(_Ref)),
        ("get", e, _Ref, s, v),
        ("set", e, _Ref, s, v),
        ("call", e, _Ref, s, v, n, v),
        ("remove", e, _Ref),
        ("release", e, _Ref),
        ("advance", e, _Ref, C.c_double),
        ("hash", e, _Ref, C.POINTER(C.c_uint64)),
        ("explain", e, _Ref, C.POINTER(s)),
        ("set_param", e, s, s),
        ("run_file", e, s, v),
        ("play", e, _Ref, _LOOK, C.c_void_p, C.POINTER(C.c_int), C.POINTER(C.c_int)),
        ("draw", e, _Ref, C.POINTER(_DrawOptions), C.c_void_p, s),
    ]:
        function = getattr(lib, "tw_" + name)
        function.argtypes, function.restype = arguments, C.c_int
    lib.tw_close.argtypes, lib.tw_close.restype = [e], None
    lib.tw_last_error.argtypes, lib.tw_last_error.restype = [e], s
    lib.tw_version.argtypes, lib.tw_version.restype = [], s
    return lib


_lib = _load()


def version():
    """Version of the library, "MAJOR.MINOR.PATCH"."""
    return _lib.tw_version().decode()


class Ref:
    """A reference to a scene or an object. Attributes are its fields; .call("verb", ...) calls a method."""

    __slots__ = ("_engine", "_ref")

    def __init__(self, engine, ref):
        object.__setattr__(self, "_engine", engine)
        object.__setattr__(self, "_ref", ref)

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return self._engine._get(self._ref, name)

    def __setattr__(self, name, value):
        self._engine._set(self._ref, name, value)

    def __eq__(self, other):
        return (
            isinstance(other, Ref)
            and self._engine is other._engine
            and (self._ref.slot, self._ref.generation) == (other._ref.slot, other._ref.generation)
        )

    def __hash__(self):
        return hash((self._ref.slot, self._ref.generation))

    def call(self, verb, *arguments):
        """Calls the object's method `verb`, as scripts do; returns its first result."""
        return self._engine._call(self._ref, verb, arguments)

    def make(self, kind, **fields):
        """Makes an object of a kind in this scene or group; returns its Ref."""
        e, ref, kept = self._engine, _Ref(), []
        e._need(_lib.tw_make(e._handle, self._ref, kind.encode(), *_entries(fields, kept), ref))
        return Ref(e, ref)

    def remove(self):
        self._engine._need(_lib.tw_remove(self._engine._handle, self._ref))

    def advance(self, t):
        """Simulates a scene to time t, s."""
        self._engine._need(_lib.tw_advance(self._engine._handle, self._ref, t))

    def hash(self):
        """64-bit hash of a scene's state."""
        out = C.c_uint64()
        self._engine._need(_lib.tw_hash(self._engine._handle, self._ref, out))
        return out.value

    def explain(self):
        """Text: which constraints of the scene are redundant or contradict each other."""
        out = C.c_char_p()
        self._engine._need(_lib.tw_explain(self._engine._handle, self._ref, out))
        return out.value.decode()

    def draw(self, path=None, width=0, height=0, quality=0, alpha=False, look=None):
        """Draws the scene: returns uint8 [height, width, 4]; path: PNG file to be written, or None."""
        width, height = (int(given or own) for given, own in zip((width, height), self.size))
        pixels = np.zeros((height, width, 4), np.uint8)
        o = _DrawOptions(0, width, height, quality, alpha, look and look.encode())
        o.size = C.sizeof(o)
        e = self._engine
        e._need(_lib.tw_draw(e._handle, self._ref, o, pixels.ctypes.data, path and os.fsencode(path)))
        return pixels


def _variant(x, kept):
    """Converts x to a tw_variant; appends the memory that it points to to the list `kept`."""
    v = _Variant()
    if x is None:
        v.kind = _NOTHING
    elif isinstance(x, (bool, np.bool_)):
        v.kind, v.is_.truth = _BOOL, bool(x)
    elif isinstance(x, (int, float, np.integer, np.floating)):
        v.kind, v.is_.number = _NUMBER, float(x)
    elif isinstance(x, str):
        text = C.create_string_buffer(x.encode())
        kept.append(text)
        v.kind, v.count, v.is_.text = _TEXT, len(text) - 1, C.addressof(text)
    elif isinstance(x, Ref):
        v.kind, v.is_.ref = _REF, x._ref
    elif isinstance(x, Quaternion):
        v.kind, v.is_.quaternion = _QUATERNION, (C.c_double * 4)(*x)
    elif isinstance(x, dict):
        v.kind = _TABLE
        v.is_.entry, v.count = _entries(x, kept)
    else:
        items = (_Variant * len(x))(*[_variant(i, kept) for i in x])
        kept.append(items)
        v.kind, v.count, v.is_.item = _LIST, len(x), C.cast(items, C.POINTER(_Variant))
    return v


def _entries(fields, kept):
    list_ = (_Entry * len(fields))(*[_Entry(k.encode(), _variant(x, kept)) for k, x in fields.items()])
    kept.append(list_)
    return C.cast(list_, C.POINTER(_Entry)), len(fields)


class Engine:
    """Scenes, references and memory of one thread."""

    def __init__(self):
        self._handle = None
        handle = C.c_void_p()
        if _lib.tw_open(None, handle) != 0:
            raise Error(1, _lib.tw_last_error(None).decode())
        self._handle = handle

    def __del__(self):
        if getattr(self, "_handle", None):
            _lib.tw_close(self._handle)

    def _need(self, status):
        if status:
            raise Error(status, _lib.tw_last_error(self._handle).decode(errors="replace"))

    def _value(self, v):
        if v.kind == _NOTHING:
            return None
        if v.kind == _BOOL:
            return v.is_.truth
        if v.kind == _NUMBER:
            return v.is_.number
        if v.kind == _VECTOR:
            return np.array(v.is_.vector)
        if v.kind == _QUATERNION:
            return Quaternion(v.is_.quaternion)
        if v.kind == _TEXT:
            return C.string_at(v.is_.text, v.count).decode(errors="replace")
        if v.kind == _REF:
            return Ref(self, _Ref(v.is_.ref.slot, v.is_.ref.generation))
        if v.kind == _LIST:
            return [self._value(v.is_.item[i]) for i in range(v.count)]
        table, position = {}, 0
        for i in range(v.count):
            e = v.is_.entry[i]
            position += e.name is None
            table[position if e.name is None else e.name.decode()] = self._value(e.value)
        return table

    def _get(self, ref, name):
        v = _Variant()
        self._need(_lib.tw_get(self._handle, ref, name.encode(), v))
        return self._value(v)

    def _set(self, ref, name, x):
        kept = []
        self._need(_lib.tw_set(self._handle, ref, name.encode(), _variant(x, kept)))

    def _call(self, ref, verb, arguments):
        kept, result = [], _Variant()
        list_ = (_Variant * len(arguments))(*[_variant(x, kept) for x in arguments])
        self._need(_lib.tw_call(self._handle, ref, verb.encode(), list_, len(arguments), result))
        return self._value(result)

    def scene(self, **fields):
        """Makes a scene with these settings; returns its Ref."""
        kept, ref = [], _Ref()
        self._need(_lib.tw_scene_new(self._handle, *_entries(fields, kept), ref))
        return Ref(self, ref)

    def run(self, path, params=None):
        """Runs a script with these parameters; returns the list of its scenes."""
        for name, x in (params or {}).items():
            text = str(x).lower() if isinstance(x, bool) else str(x)
            self._need(_lib.tw_set_param(self._handle, name.encode(), text.encode()))
        v = _Variant()
        self._need(_lib.tw_run_file(self._handle, os.fsencode(path), v))
        return self._value(v)


class Track:
    """Motion of a body: arrays [frames, 3 or 4]; NaN in frames where the body does not exist."""

    fields = {"position": 3, "orientation": 4, "velocity": 3, "angular_velocity": 3}

    def __init__(self, frames):
        for name, n in self.fields.items():
            setattr(self, name, np.full((frames, n), np.nan))


class Film:
    """Motion of a scene: film[name] is a body's Track; time [frames], s; passed, failed: counted checks."""

    def __init__(self, scene):
        self.scene, self._tracks, times, rows = scene, {}, [], []
        failure = []

        def look(_, frame, t):
            try:
                times.append(t)
                rows.append({b.name: [getattr(b, f) for f in Track.fields] for b in scene.bodies})
                return 0
            except BaseException as e:  # no exception passes through C
                failure.append(e)
                return _INTERRUPTED

        passed, failed = C.c_int(), C.c_int()
        engine = scene._engine
        status = _lib.tw_play(engine._handle, scene._ref, _LOOK(look), None, passed, failed)
        if failure:
            raise failure[0]
        if status != _MISMATCH:
            engine._need(status)
        self.passed, self.failed, self.time = passed.value, failed.value, np.array(times)
        for k, row in enumerate(rows):
            for name, values in row.items():
                track = self._tracks.setdefault(name, Track(len(rows)))
                for field, x in zip(Track.fields, values):
                    getattr(track, field)[k] = x

    def __getitem__(self, name):
        return self._tracks[name]

    def __iter__(self):
        return iter(self._tracks)

    def __len__(self):
        return len(self._tracks)


def run(path, params=None):
    """Runs a script and plays its film: a Film, or a list of them for several scenes."""
    films = [Film(scene) for scene in Engine().run(path, params)]
    return films[0] if len(films) == 1 else films
