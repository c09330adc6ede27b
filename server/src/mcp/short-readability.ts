import { CopydeskError } from '@copydesk/contract';
import type { JobPages, Readability, ReadabilityWarning, ReaderPage } from '@copydesk/contract';

const mostWarnings = 50;

/** How much of a page's text fits into one result. */
const mostCharacters = 60_000;

/** How many lost parts of one page are listed. */
const mostLost = 100;

/** Returns how well AI can read the docs, with the first warnings. */
export function shortReadability({ warnings, ...found }: Readability): object {
  return { ...found, ...firstOf(warnings) };
}

/**
 * Returns the pages of a job with counts of what their texts lack. With `path`, of that page only, with these parts and
 * its text after the change. @throws CopydeskError `not_found`
 */
export function shortJobPages({ pages, warnings, ...found }: JobPages, path: string | undefined): object {
  if (path !== undefined && pages.length === 0) {
    throw new CopydeskError(
      'not_found',
      'The job has not changed a page with this path. Leave "path" out for all of them.',
    );
  }
  const shown = pages.map(({ before, after, ...page }) => ({
    ...page,
    before: before && countsOfPage(before),
    after: after && (path === undefined ? countsOfPage(after) : cutPage(after)),
  }));
  return { ...found, pages: shown, ...firstOf(warnings) };
}

function countsOfPage({ characters, tokens, lost }: ReaderPage): object {
  const counts: Partial<Record<ReaderPage['lost'][number]['kind'], number>> = {};
  for (const { kind } of lost) counts[kind] = (counts[kind] ?? 0) + 1;
  return { characters, tokens, lost: counts };
}

function cutPage({ characters, tokens, lost, text }: ReaderPage): object {
  const shown = text?.slice(0, mostCharacters).toWellFormed() ?? '';
  const cut = (text?.length ?? 0) - shown.length;
  const more = lost.length - mostLost;
  return {
    characters,
    tokens,
    lost: lost.slice(0, mostLost),
    ...(more > 0 && { lostLeftOut: more }),
    text: shown,
    ...(cut > 0 && { leftOut: `${cut} characters` }),
  };
}

function firstOf(warnings: ReadabilityWarning[]): object {
  const more = warnings.length - mostWarnings;
  return { warnings: warnings.slice(0, mostWarnings), ...(more > 0 && { warningsLeftOut: more }) };
}
