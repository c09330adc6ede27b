const mostKept = 4;

/** The last few of what was compiled; what is forgotten gives its memory back. */
export function openKept<Source, Compiled extends { free(): void }>(
  compile: (source: Source) => Compiled,
): { get(source: Source): Compiled } {
  const kept = new Map<string, Compiled>();
  return {
    get(source) {
      const key = JSON.stringify(source);
      const there = kept.get(key);
      if (there !== undefined) return there;
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
