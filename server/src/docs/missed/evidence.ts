/**
 * What speaks for a page as the one that was meant, and how often it is right. Measured over the addresses that pages had before they
 * were moved, in the histories of 14 public docs repositories (`npm run bench:missed`): with the history for the first two, without
 * it for the others. Pages that were removed for good are in the figures too: whether another has taken their place, a person judged.
 */
export const evidenceRates = {
  /** Git followed the file, and its address follows from its path, or ends as the path does: 327 of 345. */
  moved: 0.95,
  /** Another file of the same name came in the commit that took it away: 15 of 15 by a person's judgement, too few for more. */
  replaced: 0.85,
  /** The address of one page is spelled otherwise: case, marks between words, an ending, what sticks to it. Few were met. */
  spelling: 0.95,
  /** One page alone ends in the same two names: 76 of 83, and 22 of 24 removed ones. */
  'two-names': 0.91,
  /** One page alone has the same last name, and that is no general one: 113 of 116 moved ones; of 33 removed ones that were looked at, two thirds. */
  name: 0.86,
  /** Without `latest`, `v2` or the like in front it is that of one page; too few were met to tell it from `two-names`. */
  prefix: 0.91,
  /** Of several with the same last name one shares clearly more of the rest: 5 of 6. */
  'name-of-several': 0.75,
  /** The last name is the title of one page alone: 3 of 4. */
  title: 0.75,
  /** It differs by a letter or two in a name of five or more: few were met. */
  slip: 0.7,
  /** Most words are those of one page: 25 of 36. */
  'most-words': 0.6,
  /** It asks for a language that the page is not in: 19 of 34. */
  language: 0.55,
  /** Many words are: 19 of 32, and few of 52 removed ones. */
  'many-words': 0.45,
  /** Some words are. */
  'some-words': 0.2,
} as const;

export type EvidenceKind = keyof typeof evidenceRates;

/**
 * How often no page that is there was meant where nothing speaks for one, and where only some words do: of as many removed pages as
 * moved ones 340 of 397, and 85 of 116.
 */
export const noPageRates = { nothing: 0.86, 'some-words': 0.73 } as const;
