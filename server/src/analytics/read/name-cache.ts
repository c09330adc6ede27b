/**
 * Names by their numbers, which never change, of the projects that were read lately. Bounded by its characters: the
 * projects that were read longest ago are forgotten first, and a project that takes all of it alone begins anew.
 */
export class NameCache {
  /** The project that was read last is the last. */
  private readonly projects = new Map<number, { names: Map<number, string>; characters: number }>();
  private characters = 0;
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** The names of a project that are remembered. */
  recall(projectId: number): ReadonlyMap<number, string> {
    return this.open(projectId).names;
  }

  remember(projectId: number, names: Iterable<readonly [number, string]>): void {
    const project = this.open(projectId);
    for (const [number, name] of names) {
      if (project.names.has(number)) continue;
      project.names.set(number, name);
      project.characters += name.length;
      this.characters += name.length;
    }
    for (const [oldest, { characters }] of this.projects) {
      if (this.characters <= this.capacity) break;
      this.projects.delete(oldest);
      this.characters -= characters;
    }
  }

  private open(projectId: number) {
    const project = this.projects.get(projectId) ?? { names: new Map<number, string>(), characters: 0 };
    this.projects.delete(projectId);
    this.projects.set(projectId, project);
    return project;
  }
}
