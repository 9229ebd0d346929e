// The scene for three.js: the film's lights and tone curve, and a mesh for each part of each thing.
import * as THREE from "three";
import { acceleratedRaycast, computeBoundsTree, disposeBoundsTree } from "three-mesh-bvh";
import { Crowd, CROWD } from "./crowd";
import { bytesOf, type Film, type Frame, type Light, type Material, type MeshData, type Stage, type Thing, type Vec } from "./film";

THREE.Mesh.prototype.raycast = acceleratedRaycast;
THREE.BufferGeometry.prototype.computeBoundsTree = computeBoundsTree;
THREE.BufferGeometry.prototype.disposeBoundsTree = disposeBoundsTree;

// the renderer's tone curves (src/picture/resolve.c) in GLSL, for three.js's custom tone mapping
const TONE = `
vec3 CustomToneMapping(vec3 c) {
  c *= toneMappingExposure;
  float peak = max(c.x, max(c.y, c.z));
  if (peak <= 0.76) return c;
  float bent = 1.0 - 0.0576 / (peak + 0.24 - 0.76);
  float white = 1.0 - 1.0 / (0.15 * (peak - bent) + 1.0);
  vec3 k = c * (bent / peak);
  return k + (vec3(bent) - k) * white;
}
vec3 FilmicToneMapping(vec3 c) {
  c *= toneMappingExposure;
  float p = max(c.x, max(c.y, c.z));
  if (p <= 0.0) return c;
  float h = 0.18 + 0.32 / 1.1, k = 0.25 / 1.1, d = 0.5 / 1.1 - h;
  float y = p <= 0.09 ? 0.7 * p + 2.2222222 * p * p : p <= h ? 0.18 + 1.1 * (p - 0.18) : 1.0 - k / (p + d);
  float straight = p <= h ? y : 0.18 + 1.1 * (p - 0.18);
  float white = 1.0 - 1.0 / (0.15 * max(straight - y, 0.0) + 1.0);
  vec3 s = c * (y / p);
  return s + (vec3(y) - s) * white;
}`;
const chunk = THREE.ShaderChunk as unknown as Record<string, string>;
chunk.tonemapping_pars_fragment = chunk.tonemapping_pars_fragment.replace(
  /vec3 CustomToneMapping\( vec3 color \) \{ return color; \}/,
  TONE + "\n",
);
// the filmic curve replaces three.js's Cineon curve, which is not used here
chunk.tonemapping_pars_fragment = chunk.tonemapping_pars_fragment.replace(
  /vec3 CineonToneMapping\(/,
  "vec3 UnusedToneMapping(",
).replace(TONE, TONE + "\nvec3 CineonToneMapping(vec3 c) { return FilmicToneMapping(c); }");

const color = (c: Vec): THREE.Color => new THREE.Color().setRGB(c[0], c[1], c[2], THREE.LinearSRGBColorSpace);
const vec = (c: Vec): THREE.Vector3 => new THREE.Vector3(c[0], c[1], c[2]);

export interface Body {
  group: THREE.Group;
  thing: number;
  of: Thing; // the thing that it was made from
  crowded: boolean; // its parts are drawn by crowds, and its group only while it is apart
}

export class Studio {
  readonly scene = new THREE.Scene();
  readonly renderer: THREE.WebGLRenderer;
  readonly bodies: Body[] = [];
  private geometry: { made: THREE.BufferGeometry; of: MeshData }[] = [];
  private lights = new THREE.Group();
  private sun: THREE.DirectionalLight | null = null;
  private materials = new Map<string, THREE.MeshPhysicalMaterial>();
  private seen = new Set<number>();
  private crowds: Crowd[] = [];
  private shown: { f: Frame | null; n: Frame | null; u: number; apart: number | null } | null = null; // null: poses must be set again
  apart: number | null = null; // key of a thing that is drawn by itself, since it is outlined

  constructor(canvas: HTMLCanvasElement) {
    this.renderer = new THREE.WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.scene.add(this.lights);
  }

  clear(): void {
    for (const b of this.bodies) this.scene.remove(b.group);
    for (const g of this.geometry) g.made.dispose();
    this.disband();
    this.bodies.length = this.geometry.length = 0;
    this.seen.clear();
  }

  private material(m: Material): THREE.MeshPhysicalMaterial {
    const key = JSON.stringify(m);
    const known = this.materials.get(key);
    if (known) return known;
    const made = new THREE.MeshPhysicalMaterial({
      color: color(mean(m)),
      emissive: color(m.emission),
      metalness: m.metallic,
      roughness: Math.max(m.roughness, 0.05),
      ior: 1.5,
      transparent: m.opacity < 1,
      opacity: m.opacity,
      depthWrite: m.opacity > 0.5,
    });
    this.materials.set(key, made);
    return made;
  }

  private disband(): void {
    for (const c of this.crowds) {
      this.scene.remove(c.mesh);
      c.mesh.dispose();
    }
    this.crowds = [];
    this.shown = null;
  }

  // divides the bodies into those that crowds draw and those that are drawn each by itself: three.js sorts meshes by
  // depth, which transparent ones need, but not the parts of a crowd
  private gather(): void {
    this.disband();
    const alike = new Map<string, { group: THREE.Group; part: THREE.Mesh }[]>();
    const key = (m: THREE.Mesh): string => `${m.geometry.id}/${(m.material as THREE.Material).id}`;
    const parts = (b: Body): THREE.Mesh[] => b.group.children as THREE.Mesh[];
    for (const b of this.bodies)
      for (const part of parts(b)) {
        const list = alike.get(key(part)) ?? [];
        if (!list.length) alike.set(key(part), list);
        list.push({ group: b.group, part });
      }
    const whole = new Set<THREE.Group>();
    for (const b of this.bodies) {
      b.crowded = parts(b).every((p) => !(p.material as THREE.Material).transparent && (alike.get(key(p))?.length ?? 0) >= CROWD);
      if (b.crowded) whole.add(b.group);
      if (b.crowded) this.scene.remove(b.group);
      else if (!b.group.parent) this.scene.add(b.group);
    }
    for (const list of alike.values()) {
      const members = list.filter((m) => whole.has(m.group));
      if (members.length) this.crowds.push(new Crowd(members));
    }
    for (const c of this.crowds) this.scene.add(c.mesh);
  }

  // makes the film's meshes and things that are new since the last call, and removes those that are no longer in it
  grow(film: Film): void {
    let n = 0;
    while (n < this.bodies.length && this.bodies[n].of === film.things[n]) n++;
    const cut = n < this.bodies.length;
    for (const b of this.bodies.splice(n)) {
      this.scene.remove(b.group);
      this.seen.delete(b.thing);
    }
    let k = 0;
    while (k < this.geometry.length && this.geometry[k].of === film.meshes[k]) k++;
    for (const g of this.geometry.splice(k)) g.made.dispose();
    for (let i = this.geometry.length; i < film.meshes.length; i++) {
      const m = film.meshes[i];
      const g = new THREE.BufferGeometry();
      g.setAttribute("position", new THREE.BufferAttribute(m.position, 3));
      const normal = new THREE.InterleavedBuffer(m.normal, 4);
      g.setAttribute("normal", new THREE.InterleavedBufferAttribute(normal, 3, 0, true));
      g.setIndex(new THREE.BufferAttribute(m.index, 1));
      g.computeBoundsTree();
      this.geometry.push({ made: g, of: m });
    }
    const before = this.bodies.length;
    for (let i = this.bodies.length; i < film.things.length; i++) {
      const group = new THREE.Group();
      for (const p of film.things[i].parts) {
        const mesh = new THREE.Mesh(this.geometry[p.mesh].made, this.material(p.material));
        const q = p.pose;
        mesh.position.set(q[0], q[1], q[2]);
        mesh.quaternion.set(q[4], q[5], q[6], q[3]);
        mesh.castShadow = p.material.opacity > 0.5;
        mesh.receiveShadow = true;
        mesh.userData.thing = i;
        mesh.updateMatrix();
        group.add(mesh);
      }
      group.visible = false;
      this.scene.add(group);
      this.bodies.push({ group, thing: i, of: film.things[i], crowded: false });
    }
    if (cut || this.bodies.length > before) this.gather();
  }

  private x = new THREE.Vector3();
  private b = new THREE.Quaternion();

  // shows the things at the film's time t, s, with poses interpolated between frames
  show(film: Film, t: number): void {
    const { k, u } = film.at(t);
    const f = film.frames[k] ?? null;
    const n = u > 0 ? film.frames[k + 1] : f;
    const was = this.shown;
    if (was && was.f === f && was.n === n && was.u === u && was.apart === this.apart) return;
    this.shown = { f, n, u, apart: this.apart };
    const now = new Set<number>();
    if (f && n) this.place(f, n, u, now);
    for (const i of this.seen) if (!now.has(i)) this.bodies[i].group.visible = false;
    this.seen = now;
    if (this.crowds.length) this.placeCrowds(film);
  }

  // sets the poses of the things in frames f (u = 0) to n (u = 1), and adds their numbers to `now`
  private place(f: Frame, n: Frame, u: number, now: Set<number>): void {
    const alike = u > 0 && n.list.length === f.list.length && n.list.every((x, i) => x === f.list[i]);
    for (let i = 0; i < f.list.length; i++) {
      const body = this.bodies[f.list[i]];
      if (!body) continue;
      const p = f.pose;
      const at = 7 * i;
      const g = body.group;
      now.add(f.list[i]);
      g.visible = true;
      g.position.set(p[at], p[at + 1], p[at + 2]);
      g.quaternion.set(p[at + 4], p[at + 5], p[at + 6], p[at + 3]);
      if (!alike) continue;
      const e = n.pose;
      g.position.lerp(this.x.set(e[at], e[at + 1], e[at + 2]), u);
      g.quaternion.slerp(this.b.set(e[at + 4], e[at + 5], e[at + 6], e[at + 3]), u);
    }
  }

  private placeCrowds(film: Film): void {
    const alone = new Set<THREE.Group>();
    for (const b of this.bodies) {
      if (!b.crowded) continue;
      const apart = this.apart !== null && film.things[b.thing]?.key === this.apart;
      if (apart) alone.add(b.group);
      if (apart && !b.group.parent) this.scene.add(b.group);
      if (!apart && b.group.parent) this.scene.remove(b.group);
      if (b.group.visible) b.group.updateMatrix();
    }
    for (const c of this.crowds) c.place((g) => g.visible && !alone.has(g));
  }

  // bounding sphere of the visible things; radius 1 m if there are none
  bounds(): THREE.Sphere {
    const box = new THREE.Box3();
    for (const i of this.seen) box.expandByObject(this.bodies[i].group);
    return box.isEmpty() ? new THREE.Sphere(new THREE.Vector3(), 1) : box.getBoundingSphere(new THREE.Sphere());
  }

  pick(ray: THREE.Raycaster): { thing: number; point: THREE.Vector3; normal: THREE.Vector3 | null } | null {
    ray.firstHitOnly = true;
    for (const i of this.seen) if (this.bodies[i].crowded) this.bodies[i].group.updateMatrixWorld(true);
    const hit = ray.intersectObjects([...this.seen].map((i) => this.bodies[i].group), true)[0];
    const normal = hit?.face?.normal.clone().transformDirection(hit.object.matrixWorld) ?? null;
    return hit ? { thing: hit.object.userData.thing as number, point: hit.point, normal } : null;
  }

  // ---- lights, ground, background, tone -------------------------------------------------------

  light(stage: Stage, reach: THREE.Sphere): void {
    this.lights.clear();
    this.sun = null;
    for (const l of stage.lights) this.add(l, reach);
    this.surround(stage);
    if (stage.ground) this.lay(stage.ground, reach);
    const r = this.renderer;
    r.toneMapping =
      stage.tone === "filmic" ? THREE.CineonToneMapping : stage.tone === "film" ? THREE.CustomToneMapping : THREE.LinearToneMapping;
    r.toneMappingExposure = 2 ** stage.exposure;
    const f = stage.fog;
    const haze = f?.color ?? stage.background?.bottom;
    this.scene.fog = f && haze ? new THREE.Fog(color(haze), f.from, f.to) : null;
    for (const m of this.materials.values()) m.needsUpdate = true;
  }

  private add(l: Light, reach: THREE.Sphere): void {
    if (l.kind === "sun") {
      const most = Math.max(...l.irradiance, 1e-9);
      const sun = new THREE.DirectionalLight(color(l.irradiance.map((x) => x / most) as Vec), most);
      sun.position.copy(reach.center).addScaledVector(vec(l.to), 4 * reach.radius);
      sun.target.position.copy(reach.center);
      if (!this.sun || most > this.sun.intensity) {
        if (this.sun) this.sun.castShadow = false;
        this.sun = sun;
        this.shade(sun, reach);
      }
      this.lights.add(sun, sun.target);
    } else if (l.kind === "point" || l.kind === "spot" || l.kind === "area") {
      const disc = l.kind === "area" ? Math.PI * l.radius * l.radius : 1;
      const most = Math.max(...l.power, 1e-9);
      const c = color(l.power.map((x) => x / most) as Vec);
      if (l.kind === "point") {
        const lamp = new THREE.PointLight(c, most);
        lamp.position.copy(vec(l.position));
        this.lights.add(lamp);
        return;
      }
      const lamp = new THREE.SpotLight(c, most * disc, 0, l.kind === "area" ? 1.5 : l.cone, l.kind === "area" ? 1 : 0.1);
      lamp.position.copy(vec(l.position));
      lamp.target.position.copy(vec(l.position)).add(vec(l.direction));
      lamp.castShadow = true;
      lamp.shadow.mapSize.set(1024, 1024);
      lamp.shadow.radius = 6;
      lamp.shadow.bias = -0.0005;
      lamp.shadow.normalBias = 0.004 * reach.radius;
      // the shadow map covers only the things; everything outside of it is lit
      const away = lamp.position.distanceTo(reach.center);
      lamp.shadow.focus = Math.min(1, Math.atan((1.5 * reach.radius) / Math.max(away, 1e-9)) / lamp.angle);
      lamp.shadow.camera.near = Math.max(away - 2 * reach.radius, 0.05 * away);
      lamp.shadow.camera.far = away + 4 * reach.radius;
      this.lights.add(lamp, lamp.target);
    }
  }

  private shade(sun: THREE.DirectionalLight, reach: THREE.Sphere): void {
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    const c = sun.shadow.camera;
    const r = 1.6 * reach.radius;
    [c.left, c.right, c.bottom, c.top, c.near, c.far] = [-r, r, -r, r, 0.1 * reach.radius, 9 * reach.radius];
    sun.shadow.normalBias = 0.004 * reach.radius;
    sun.shadow.radius = 4;
  }

  // makes the environment light and the background, as maps of directions
  private surround(stage: Stage): void {
    const w = 64;
    const h = 32;
    const light = new Float32Array(4 * w * h);
    const seen = new Float32Array(4 * w * h);
    for (let y = 0; y < h; y++) {
      const e = Math.PI * (0.5 - (y + 0.5) / h); // elevation
      for (let x = 0; x < w; x++) {
        const at = 4 * (y * w + x);
        const c = radiance(stage.lights, e, x / w, y, w, h);
        for (let k = 0; k < 3; k++) light[at + k] = c[k];
        const b = stage.background;
        const s = b ? smooth((Math.sin(e) - Math.sin(b.from)) / (Math.sin(b.to) - Math.sin(b.from) || 1)) : 0;
        for (let k = 0; k < 3; k++) seen[at + k] = b ? b.bottom[k] + s * (b.top[k] - b.bottom[k]) : c[k];
        light[at + 3] = seen[at + 3] = 1;
      }
    }
    const pmrem = new THREE.PMREMGenerator(this.renderer);
    this.scene.environment?.dispose();
    this.scene.environment = pmrem.fromEquirectangular(texture(light, w, h)).texture;
    pmrem.dispose();
    this.scene.environmentRotation.set(Math.PI / 2, 0, 0);
    this.scene.background = texture(seen, w, h);
    this.scene.backgroundRotation.set(Math.PI / 2, 0, 0);
  }

  private lay(ground: { height: number; material: Material }, reach: THREE.Sphere): void {
    const m = ground.material;
    const side = 400 * reach.radius;
    const plane = new THREE.Mesh(
      new THREE.PlaneGeometry(side, side),
      new THREE.MeshPhysicalMaterial({
        color: m.texture === "none" ? color(m.color) : 0xffffff,
        map: pattern(m, side, this.renderer.capabilities.getMaxAnisotropy()),
        roughness: Math.max(m.roughness, 0.05),
        metalness: m.metallic,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      }),
    );
    plane.position.set(0, 0, ground.height);
    plane.receiveShadow = true;
    this.lights.add(plane);
  }
}

const smooth = (s: number): number => {
  const x = Math.min(1, Math.max(0, s));
  return x * x * (3 - 2 * x);
};

function radiance(lights: Light[], e: number, around: number, y: number, w: number, h: number): Vec {
  const sum: Vec = [0, 0, 0];
  for (const l of lights) {
    if (l.kind === "sky") {
      const s = Math.sin(e);
      const far = s > 0 ? l.top : l.bottom;
      for (let k = 0; k < 3; k++) sum[k] += l.horizon[k] + Math.abs(s) * (far[k] - l.horizon[k]);
    } else if (l.map && l.mapWidth && l.mapHeight) {
      const map = mapOf(l);
      const u = (((around + l.turn / (2 * Math.PI)) % 1) + 1) % 1;
      const at = 3 * (Math.floor((y * l.mapHeight) / h) * l.mapWidth + Math.min(Math.floor(u * w), l.mapWidth - 1));
      for (let k = 0; k < 3; k++) sum[k] += l.strength * map[at + k];
    }
  }
  return sum;
}

const maps = new WeakMap<Light, Float32Array>();
function mapOf(l: Light): Float32Array {
  let map = maps.get(l);
  if (!map) maps.set(l, (map = new Float32Array(bytesOf(l.map ?? "").buffer)));
  return map;
}

// data: rows from the zenith down, as in light maps
function texture(data: Float32Array, w: number, h: number): THREE.DataTexture {
  const up = new Float32Array(data.length);
  for (let y = 0; y < h; y++) up.set(data.subarray(4 * w * y, 4 * w * (y + 1)), 4 * w * (h - 1 - y));
  const t = new THREE.DataTexture(up, w, h, THREE.RGBAFormat, THREE.FloatType);
  t.mapping = THREE.EquirectangularReflectionMapping;
  t.colorSpace = THREE.LinearSRGBColorSpace;
  t.magFilter = t.minFilter = THREE.LinearFilter;
  t.wrapS = THREE.RepeatWrapping;
  t.needsUpdate = true;
  return t;
}

// mean colour of a material's pattern; bodies are shown in it, without the pattern
function mean(m: Material): Vec {
  const share = m.texture === "checker" || m.texture === "stripes" || m.texture === "wood" ? 0.5 : 0;
  return m.color.map((c, k) => c + share * (m.other[k] - c)) as Vec;
}

function pattern(m: Material, side: number, anisotropy: number): THREE.Texture | null {
  if (m.texture !== "grid" && m.texture !== "checker") return null;
  const n = 256;
  const period = m.scale * (m.texture === "checker" ? 2 : 1);
  const data = new Uint8Array(4 * n * n);
  const byte = (c: Vec): number[] => {
    const s = color(c).convertLinearToSRGB();
    return [s.r, s.g, s.b].map((x) => Math.round(255 * Math.min(1, Math.max(0, x))));
  };
  const own = byte(m.color);
  const other = byte(m.other);
  const line = Math.max(1, Math.round((n * m.line) / period));
  for (let y = 0; y < n; y++)
    for (let x = 0; x < n; x++) {
      const dark = m.texture === "checker" ? x < n / 2 !== y < n / 2 : x < line || y < line;
      data.set([...(dark ? other : own), 255], 4 * (y * n + x));
    }
  const t = new THREE.DataTexture(data, n, n, THREE.RGBAFormat);
  t.colorSpace = THREE.SRGBColorSpace;
  t.wrapS = t.wrapT = THREE.RepeatWrapping;
  t.repeat.set(side / period, side / period);
  t.magFilter = THREE.LinearFilter;
  t.minFilter = THREE.LinearMipmapLinearFilter;
  t.generateMipmaps = true;
  t.anisotropy = anisotropy;
  t.needsUpdate = true;
  return t;
}
