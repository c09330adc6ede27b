import { LRUCache } from 'lru-cache';

/**
 * Names by number, which never change, of the recently read projects. Its total of characters is limited: the least
 * recently read projects are removed first, and a project that alone exceeds the limit starts again empty.
 */
export class NameCache {
  readonly #projects: LRUCache<number, { names: Map<number, string>; characters: number }>;

  constructor(capacity: number) {
    this.#projects = new LRUCache({ maxSize: capacity, sizeCalculation: ({ characters }) => Math.max(1, characters) });
  }

  /** Returns the cached names of a project. */
  recall(projectId: number): ReadonlyMap<number, string> {
    return this.#projects.get(projectId)?.names ?? new Map();
  }

  remember(projectId: number, added: Iterable<readonly [number, string]>): void {
    const { names, characters: before = 0 } = this.#projects.get(projectId) ?? { names: new Map<number, string>() };
    let characters = before;
    for (const [number, name] of added) {
      if (names.has(number)) continue;
      names.set(number, name);
      characters += name.length;
    }
    // In a new object, because the cache weighs only those.
    this.#projects.set(projectId, { names, characters });
  }
}
