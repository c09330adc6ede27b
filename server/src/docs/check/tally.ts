/** What a check has counted. */
export interface Counts {
  /** Links within the site, including images and anchors. Links to other sites are not counted. */
  links: number;
  /** Links that could not be judged, by reason. */
  notJudged: NotJudged[];
  /** Other things that could not be judged, by reason. */
  others: OtherNotJudged[];
  /** Evidence that could not be used, each entry a sentence. Absent when there is none. */
  notUsed?: string[] | undefined;
}

interface NotJudged {
  /** The end of "… because …". */
  because: string;
  count: number;
  /** One of them, as `path:line target`, `path target` or a path. */
  example: string;
}

export interface OtherNotJudged extends NotJudged {
  what: Subject;
}

/** What checks cover besides links, in the singular. */
export type Subject = 'import' | 'include' | 'media file' | 'data file' | 'API description' | 'API reference';

/** Counts what a check has judged. */
export interface Tally {
  judged(links?: number): void;
  notJudged(because: string, example: () => string): void;
  othersNotJudged(others: OtherNotJudged[]): void;
  notUsed(sentences: string[]): void;
  counts(): Counts;
}

export function openTally(): Tally {
  let links = 0;
  const reasons = new Map<string, NotJudged>();
  const others: OtherNotJudged[] = [];
  const unused = new Set<string>();
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
    othersNotJudged: (more) => void others.push(...more),
    notUsed(sentences) {
      for (const sentence of sentences) unused.add(sentence);
    },
    counts: () => ({
      links,
      notJudged: sortByCount([...reasons.values()]),
      others: sortByCount(others),
      ...(unused.size > 0 && { notUsed: [...unused] }),
    }),
  };
}

function sortByCount<Reason extends { count: number }>(reasons: Reason[]): Reason[] {
  return reasons.toSorted((a, b) => b.count - a.count);
}
