const mostKept = 4;

/** Keeps the last few compiled objects. Those that are dropped free their memory. */
export function openKept<Source, Compiled extends { free(): void }>(
  compile: (source: Source) => Compiled,
): { get(source: Source): Compiled } {
  const kept = new Map<string, Compiled>();
  return {
    get(source) {
      const key = JSON.stringify(source);
      const existing = kept.get(key);
      if (existing !== undefined) return existing;
      const made = compile(source);
      kept.set(key, made);
      const [[oldest, old] = []] = kept;
      if (kept.size > mostKept && oldest !== undefined) {
        kept.delete(oldest);
        old?.free();
      }
      return made;
    },
  };
}
