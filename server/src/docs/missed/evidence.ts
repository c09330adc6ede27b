/**
 * Kinds of evidence that a page was meant, and how often each is right. Measured over the former addresses of moved
 * pages in the histories of 14 public docs repositories (`npm run bench:missed`): with the history for the first two
 * kinds, without it for the others. Pages that were removed for good are included; a person judged whether another page
 * had replaced them.
 */
export const evidenceRates = {
  /** Git followed the file, and the address follows from its path or has the same end: 327 of 345. */
  moved: 0.95,
  /**
   * The commit that removed the page added another file with the same name: 15 of 15 as judged by a person, too few for
   * a higher rate.
   */
  replaced: 0.85,
  /**
   * The address is that of one page in another spelling: case, separators, extension, or attached punctuation. Few
   * cases.
   */
  spelling: 0.95,
  /** Only one page ends in the same two names: 76 of 83 moved pages, and 22 of 24 removed ones. */
  'two-names': 0.91,
  /**
   * Only one page has the same last name, and the name is not a general one: 113 of 116 moved pages, and two thirds of
   * 33 removed ones that a person checked.
   */
  name: 0.86,
  /**
   * Without a prefix such as `latest` or `v2`, the address is that of one page. Too few cases for a rate other than
   * that of `two-names`.
   */
  prefix: 0.91,
  /** Several pages have the same last name, and one of them shares clearly more of the rest: 5 of 6. */
  'name-of-several': 0.75,
  /** The last name is the title of only one page: 3 of 4. */
  title: 0.75,
  /** One or two letters differ in a name of five or more. Few cases. */
  typo: 0.7,
  /** Most words match those of one page: 25 of 36. */
  'most-words': 0.6,
  /** The address asks for another language than the page's: 19 of 34. */
  language: 0.55,
  /** Many words match: 19 of 32 moved pages, and few of 52 removed ones. */
  'many-words': 0.45,
  /** Some words match. */
  'some-words': 0.2,
} as const;

export type EvidenceKind = keyof typeof evidenceRates;

/**
 * How often no existing page was meant: without any evidence (340 of 397), and when only some words match (85 of 116).
 * Measured over equal numbers of removed and moved pages.
 */
export const noPageRates = { nothing: 0.86, 'some-words': 0.73 } as const;
