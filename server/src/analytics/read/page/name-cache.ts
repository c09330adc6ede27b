/**
 * Names by number, which never change, of the recently read projects. Its total of characters is limited: the least
 * recently read projects are removed first, and a project that alone exceeds the limit starts again empty.
 */
export class NameCache {
  /** In the order of the last read, latest last. */
  private readonly projects = new Map<number, { names: Map<number, string>; characters: number }>();
  private characters = 0;
  private readonly capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Returns the cached names of a project. */
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
