/** Renames a term in anchors that are made from titles: in lower case, words joined by hyphens. */
export interface AnchorRenamer {
  /** A case-insensitive regular expression for addresses whose anchor contains the old term. */
  searched: string;
  /** Returns an address with the new term in its anchor; undefined when its anchor does not contain the old one. */
  target(address: string): string | undefined;
}

/** Returns undefined when the term has no letters and digits that an anchor would keep. */
export function anchorRenamer({ from, to }: { from: string; to: string }): AnchorRenamer | undefined {
  const words = wordsOf(from);
  if (words.length === 0) return undefined;
  const searched = `#[^ ]*${words.join('[-_]+')}`;
  const old = new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[-_]+')}(?![\\p{L}\\p{N}])`, 'giu');
  const replacement = wordsOf(to).join('-');
  return {
    searched,
    target(address) {
      const hash = address.indexOf('#');
      if (hash === -1) return undefined;
      const anchor = address.slice(hash).replace(old, () => replacement);
      return anchor === address.slice(hash) ? undefined : address.slice(0, hash) + anchor;
    },
  };
}

function wordsOf(term: string): string[] {
  return term.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
