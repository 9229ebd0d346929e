// Many parts of one shape and material, drawn at once: the graphics card gets one order instead of one for each.
import * as THREE from "three";

export const CROWD = 64; // least number of parts that are drawn at once

interface Member {
  group: THREE.Group;
  part: THREE.Mesh;
}

export class Crowd {
  readonly mesh: THREE.InstancedMesh;
  private pose = new THREE.Matrix4();
  private readonly nowhere = new THREE.Matrix4().makeScale(0, 0, 0);

  // the members have the shape, material and shadows of the first one
  constructor(private members: readonly Member[]) {
    const { geometry, material, castShadow, receiveShadow } = members[0].part;
    this.mesh = new THREE.InstancedMesh(geometry, material, members.length);
    this.mesh.castShadow = castShadow;
    this.mesh.receiveShadow = receiveShadow;
    this.mesh.frustumCulled = false; // the members move
    this.mesh.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
  }

  // takes the poses of the members; those that `draws` refuses are not drawn
  place(draws: (group: THREE.Group) => boolean): void {
    this.members.forEach(({ group, part }, i) => {
      if (draws(group)) this.mesh.setMatrixAt(i, this.pose.multiplyMatrices(group.matrix, part.matrix));
      else this.mesh.setMatrixAt(i, this.nowhere);
    });
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}
