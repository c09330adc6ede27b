import { differsInWordsAlone } from '../compare/words-alone.ts';
import type { Dialect } from '../parse/page-facts.ts';

/**
 * Below this length a page certainly has no finding about its size: what AI readers get is at most twice as long as the
 * source.
 */
const surelyShort = 25_000;

/**
 * Returns whether a change of a page certainly adds no finding of `page-findings.ts`: {@link differsInWordsAlone}, and
 * the page is short. It takes a hundredth of the time of a parse.
 */
export function surelyAddsNoFinding(before: string, after: string, dialect: Dialect): boolean {
  return after.length < surelyShort && differsInWordsAlone(before, after, dialect);
}
