import type { JobEffect, Lift } from '@copydesk/contract';
import { gapsText } from './gaps-text.ts';
import { count, pathCode, percent, spanText } from './markdown-text.ts';

const mostPages = 10;

/**
 * Returns the effect of a merged change on the views of its pages, as Markdown for a comment on its pull request. Text
 * from outside stays plain text in it.
 * @param jobPage - the page that shows all of it.
 * @returns undefined when there are too few views for a statement on people and on AI.
 */
export function effectMarkdown(effect: JobEffect, jobPage: string | undefined): string | undefined {
  const { together, days, before, after } = effect;
  if (together.human.verdict === 'cannot_tell' && together.ai.verdict === 'cannot_tell') return undefined;
  const sections = [
    `**What this change did to page views**, ${count(days)} days after its merge (${spanText(after)}, UTC) against as many ` +
      `days before (${spanText(before)}), compared with pages of like traffic that it did not touch.`,
    table(effect),
    notes(effect).join('\n'),
    jobPage === undefined ? '' : `[All of it on the page of the job](<${jobPage}>)`,
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

function table({ pages, together }: JobEffect): string {
  const all = pages.length > 1 ? measures('all together', together) : [];
  const rows = [...all, ...pages.slice(0, mostPages).flatMap((page) => measures(pathCode(page.path), page))];
  return ['| Page | Readers | Before | After | Beyond others |', '| --- | --- | ---: | ---: | --- |', ...rows].join(
    '\n',
  );
}

function measures(page: string, { human, ai }: Pick<JobEffect['together'], 'human' | 'ai'>): string[] {
  return [['people', human] as const, ['AI', ai] as const].flatMap(([readers, lift]) =>
    lift.before + lift.after === 0
      ? []
      : [`| ${page} | ${readers} | ${count(lift.before)} | ${count(lift.after)} | ${liftCell(lift)} |`],
  );
}

function liftCell({ verdict, lift, low, high }: Lift): string {
  if (lift === null || low === null || high === null) return 'too few views to tell';
  const interval = `${percent(low)} to ${percent(high)}`;
  return verdict === 'no_difference' ? `no difference (${interval})` : `**${percent(lift)}** (${interval})`;
}

function notes({ pagesInAll, pages, together: { notFound }, filesNotCompared, gaps }: JobEffect): string[] {
  const shown = Math.min(pages.length, mostPages);
  return [
    pagesInAll > shown ? `- The ${shown} pages that are read most, of ${count(pagesInAll)}.` : '',
    notFound.before + notFound.after > 0
      ? `- Requests for these pages that found nothing: ${count(notFound.before)} before, ${count(notFound.after)} after.`
      : '',
    filesNotCompared.length > 0
      ? `- ${files(filesNotCompared.length)}: pages that were added, moved or removed, and what is no page.`
      : '',
    gaps.length > 0 ? `- ${gapsText(gaps)}` : '',
  ].filter((note) => note !== '');
}

function files(number: number): string {
  return number === 1 ? 'One file is not compared' : `${count(number)} files are not compared`;
}
