// The debug layer over the bodies: points, forces, contacts, constraints and names, each with its switch.
import * as THREE from "three";
import { MARK, type Film } from "./film";

export const LAYERS = ["points", "forces", "contacts", "constraints", "names"] as const;
export type Layer = (typeof LAYERS)[number];

// colours of the classes of marks in src/frame/frame.h: gravity, spring, drag, applied, constraint, reaction, three parts,
// neutral, conflict, contact, deviation
const COLORS = [
  0x8a93a6, 0x56b870, 0x9b7ad6, 0xe0a93b, 0x4b9fea, 0x7fb9ee, 0x56b870, 0xe0a93b, 0xd45a8c, 0xb8bec8, 0xff4d4d, 0xf07c3e,
  0xff6b6b,
];

export class Layers {
  readonly on = new Map<Layer, boolean>(LAYERS.map((l) => [l, false]));
  times = 1; // factor on the arrows' lengths in the film, which depend on the film's largest forces
  readonly group = new THREE.Group();
  private lines: THREE.LineSegments;
  private heads: THREE.InstancedMesh;
  private dots: THREE.Points;
  private labels: HTMLElement[] = [];

  constructor(private box: HTMLElement) {
    const material = new THREE.LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true, toneMapped: false });
    this.lines = new THREE.LineSegments(new THREE.BufferGeometry(), material);
    const cone = new THREE.ConeGeometry(0.35, 1, 12).rotateX(Math.PI / 2);
    this.heads = new THREE.InstancedMesh(cone, new THREE.MeshBasicMaterial({ depthTest: false, transparent: true, toneMapped: false }), 4096);
    this.dots = new THREE.Points(
      new THREE.BufferGeometry(),
      new THREE.PointsMaterial({ size: 7, sizeAttenuation: false, vertexColors: true, depthTest: false, transparent: true, toneMapped: false }),
    );
    for (const o of [this.lines, this.heads, this.dots]) {
      o.frustumCulled = false;
      o.renderOrder = 10;
      this.group.add(o);
    }
    this.heads.count = 0;
  }

  show(film: Film, t: number, camera: THREE.Camera, width: number, height: number): void {
    const { k } = film.at(t);
    const line: number[] = [];
    const tint: number[] = [];
    const dot: number[] = [];
    const dotTint: number[] = [];
    const names: { at: THREE.Vector3; text: string }[] = [];
    const c = new THREE.Color();
    let heads = 0;
    const arrow = (a: THREE.Vector3, v: THREE.Vector3, color: number): void => {
      const length = v.length();
      if (!(length > 0) || heads >= 4096) return;
      c.set(color);
      const tip = a.clone().add(v);
      line.push(...a.toArray(), ...tip.toArray());
      tint.push(c.r, c.g, c.b, c.r, c.g, c.b);
      const size = Math.min(0.35 * length, (0.018 * tip.distanceTo(camera.position)) || 1);
      const q = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 0, 1), v.clone().normalize());
      const at = tip.clone().addScaledVector(v, -size / (2 * length));
      this.heads.setMatrixAt(heads, new THREE.Matrix4().compose(at, q, new THREE.Vector3(size, size, size)));
      this.heads.setColorAt(heads++, c);
    };
    const point = (at: THREE.Vector3, color: number): void => {
      c.set(color);
      dot.push(at.x, at.y, at.z);
      dotTint.push(c.r, c.g, c.b);
    };
    const frame = film.frames[k];
    const marks = frame ? frame.mark : new Float32Array(0);
    for (let i = 0; i < marks.length; i += 12) {
      const [kind, sort, text] = [marks[i], marks[i + 1], marks[i + 2]];
      const a = new THREE.Vector3(marks[i + 4], marks[i + 5], marks[i + 6]);
      const b = new THREE.Vector3(marks[i + 7], marks[i + 8], marks[i + 9]);
      const color = COLORS[sort] ?? 0xffffff;
      if ((kind === MARK.arrow || kind === MARK.torque) && this.on.get("forces")) arrow(a, b.multiplyScalar(this.times * (marks[i + 11] || 0.01)), color);
      else if (kind === MARK.contact && this.on.get("contacts")) {
        point(a, 0xf07c3e);
        arrow(a, b.multiplyScalar(0.05 * a.distanceTo(camera.position)), 0xf07c3e);
      } else if (kind === MARK.link && this.on.get("constraints")) {
        c.set(marks[i + 3] ? 0x4b9fea : 0xff6b6b);
        line.push(...a.toArray(), ...b.toArray());
        tint.push(c.r, c.g, c.b, c.r, c.g, c.b);
        point(a, c.getHex());
      } else if ((kind === MARK.point || kind === MARK.nail) && this.on.get("points")) point(a, kind === MARK.nail ? 0xffd166 : 0xffffff);
      else if (kind === MARK.name && text >= 0 && this.on.get("names")) names.push({ at: a, text: film.texts[text] ?? "" });
    }
    this.lines.geometry.setAttribute("position", new THREE.Float32BufferAttribute(line, 3));
    this.lines.geometry.setAttribute("color", new THREE.Float32BufferAttribute(tint, 3));
    this.dots.geometry.setAttribute("position", new THREE.Float32BufferAttribute(dot, 3));
    this.dots.geometry.setAttribute("color", new THREE.Float32BufferAttribute(dotTint, 3));
    this.heads.count = heads;
    this.heads.instanceMatrix.needsUpdate = true;
    if (this.heads.instanceColor) this.heads.instanceColor.needsUpdate = true;
    this.write(names, camera, width, height);
  }

  private write(names: { at: THREE.Vector3; text: string }[], camera: THREE.Camera, width: number, height: number): void {
    while (this.labels.length < names.length) {
      const e = document.createElement("span");
      e.className = "name";
      this.box.append(e);
      this.labels.push(e);
    }
    this.labels.forEach((e, i) => {
      const n = names[i];
      e.hidden = !n;
      if (!n) return;
      const p = n.at.clone().project(camera);
      e.hidden = p.z > 1 || Math.abs(p.x) > 1.05 || Math.abs(p.y) > 1.05;
      // codes that begin and end subscripts; here they are left out
      e.textContent = n.text.replace(/[\u000e\u000f]/g, "");
      e.style.transform = `translate(${((p.x + 1) * width) / 2 + 6}px, ${((1 - p.y) * height) / 2 - 18}px)`;
    });
  }
}
