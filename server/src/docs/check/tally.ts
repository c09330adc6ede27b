/** How many links and anchors were looked at, and which of them were not judged. */
export interface Coverage {
  /** Links of the site itself, images and anchors among them; links to other sites are not counted. */
  links: number;
  /** Those for which it is not known whether they lead somewhere, by reason. */
  notJudged: NotJudged[];
}

interface NotJudged {
  /** The end of "… because …". */
  because: string;
  count: number;
  /** One of them, as `path:line target`. */
  example: string;
}

/** Counts what a check has looked at. */
export interface Tally {
  judged(links?: number): void;
  notJudged(because: string, example: () => string): void;
  coverage(): Coverage;
}

export function openTally(): Tally {
  let links = 0;
  const reasons = new Map<string, NotJudged>();
  return {
    judged(count = 1) {
      links += count;
    },
    notJudged(because, example) {
      links += 1;
      const known = reasons.get(because);
      if (known) known.count += 1;
      else reasons.set(because, { because, count: 1, example: example() });
    },
    coverage: () => ({ links, notJudged: [...reasons.values()].toSorted((a, b) => b.count - a.count) }),
  };
}
