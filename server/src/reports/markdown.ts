import type { ChangeEffect, EffectCounts, Lift, Purpose, Report, ReportAudience, ReportPage } from '@copydesk/contract';
import { dayMilliseconds } from '../analytics/store/calendar.ts';
import { safeLine } from '../code-hosts/safe-text.ts';
import { gapsText } from './gaps-text.ts';
import { count, dateText, pathCode, percent, spanText } from './markdown-text.ts';
import { readingPurposes } from './reading-purposes.ts';

/** Returns a report as Markdown (CommonMark with tables), for people who read it in an email, a chat or a terminal. */
export function reportMarkdown(project: string, report: Report): string {
  const sections = [
    `# ${literal(project)}: ${titleOf(report)}`,
    rangesOf(report),
    readersOf(report),
    ...pagesOf('people', report.human),
    ...pagesOf('AI', report.ai),
    missedOf(report),
    feedbackOf(report),
    ...workOf(report),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

/** Returns `week of 16 November 2026`, `November 2026`. */
export function titleOf({ period, from }: Pick<Report, 'period' | 'from'>): string {
  if (period === 'week') return `week of ${dateText(from)}`;
  return new Date(from).toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
}

function rangesOf({ from, to, before, isComplete, gaps }: Report): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMilliseconds);
  const lines = [
    days === 0
      ? 'No day of it is over yet.'
      : `${spanText({ from, to })} (UTC), against ${spanText(before)}: as many days before, the same days of the week.`,
    isComplete || days === 0 ? '' : `It is not over: the first ${days === 1 ? 'day' : `${days} days`} of it.`,
    gapsText(gaps),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

const purposeNames: Record<Purpose, string> = {
  assistant: 'assistants',
  coding: 'coding agents',
  search: 'search by AI',
  training: 'training',
  other: 'other AI',
};

function readersOf({ human, ai, notFound }: Report): string {
  const rows: [string, EffectCounts][] = [
    ['People', { before: human.before, after: human.views }],
    ['AI', { before: ai.before, after: ai.views }],
    ...readingPurposes(ai).map((purpose): [string, EffectCounts] => [
      `… ${purposeNames[purpose]}`,
      ai.purposes[purpose],
    ]),
    ['Not found, people', notFound.human],
    ['Not found, AI', notFound.ai],
  ];
  return [
    '| Readers | Views | Before | |',
    '| --- | ---: | ---: | ---: |',
    ...rows.map(
      ([name, { before, after }]) => `| ${name} | ${count(after)} | ${count(before)} | ${change(before, after)} |`,
    ),
  ].join('\n');
}

function pagesOf(readers: string, { readMost, readMore, readLess }: ReportAudience): string[] {
  return [
    pageTable(`## Read most by ${readers}`, readMost),
    pageTable(`## Read more by ${readers}`, readMore),
    pageTable(`## Read less by ${readers}`, readLess),
  ];
}

function pageTable(heading: string, pages: readonly ReportPage[]): string {
  if (pages.length === 0) return '';
  const rows = pages.map(
    ({ path, views, before }) =>
      `| ${pathCode(path)} | ${count(views)} | ${count(before)} | ${change(before, views)} |`,
  );
  return [heading, '', '| Page | Views | Before | |', '| --- | ---: | ---: | ---: |', ...rows].join('\n');
}

function missedOf({ notFound: { paths } }: Report): string {
  if (paths.length === 0) return '';
  const rows = paths.map(
    ({ path, human, ai, before }) => `| ${pathCode(path)} | ${count(human)} | ${count(ai)} | ${count(before)} |`,
  );
  const head = ['| Path | People | AI | Before, both |', '| --- | ---: | ---: | ---: |'];
  return ['## Not found', '', ...head, ...rows].join('\n');
}

function feedbackOf({ feedback: { helpful, notHelpful, comments, pages } }: Report): string {
  if (helpful + notHelpful + comments === 0) return '';
  const rows = pages.map(
    (page) =>
      `| ${pathCode(page.path)} | ${count(page.helpful)} | ${count(page.notHelpful)} | ${count(page.comments)} |`,
  );
  return [
    '## What readers said',
    '',
    `${count(helpful)} times helpful, ${count(notHelpful)} times not, ${count(comments)} with a comment.`,
    '',
    '| Page | Helpful | Not helpful | Comments |',
    '| --- | ---: | ---: | ---: |',
    ...rows,
  ].join('\n');
}

function workOf({ work }: Report): string[] {
  if (work === null) return [];
  const { jobs, merged, mergedInAll, effects, effectsInAll, costUsd } = work;
  const cost =
    costUsd === null
      ? 'The cost of their models is unknown: the price of one is not set.'
      : `Their models cost ${dollars(costUsd)}.`;
  return [
    `## What was done\n\nJobs created: ${count(jobs.created)}${states(jobs)}. ${cost}`,
    listOf(
      '### Merged',
      merged.map(({ title, prLink, mergedAt }) => `${linkTo(title, prLink)}, ${dateText(mergedAt)}`),
      mergedInAll,
    ),
    listOf('### What earlier changes did', effects.map(effectText), effectsInAll),
  ];
}

function states({
  completed,
  failed,
  active,
  archived,
}: {
  completed: number;
  failed: number;
  active: number;
  archived: number;
}): string {
  const counts = Object.entries({ completed, failed, active, archived }).filter(([, jobs]) => jobs > 0);
  return counts.length === 0 ? '' : ` (${counts.map(([state, jobs]) => `${count(jobs)} ${state}`).join(', ')})`;
}

function listOf(heading: string, items: readonly string[], inAll: number): string {
  if (items.length === 0) return '';
  const more = inAll > items.length ? [`- … ${count(inAll - items.length)} more`] : [];
  return [heading, '', ...items.map((item) => `- ${item}`), ...more].join('\n');
}

function effectText({ title, prLink, days, human, ai, notFound }: ChangeEffect): string {
  const missed =
    notFound.before + notFound.after > 0 ? `; not found ${count(notFound.before)} → ${count(notFound.after)}` : '';
  return `${linkTo(title, prLink)}, ${days} days after its merge: people ${liftText(human)}; AI ${liftText(ai)}${missed}`;
}

function liftText({ verdict, lift, low, high, before, after }: Lift): string {
  const counts = `${count(before)} → ${count(after)}`;
  if (lift === null || low === null || high === null) return `${counts}, too few to tell`;
  const reach = `${percent(low)} to ${percent(high)}`;
  const beyond = verdict === 'no_difference' ? 'no difference' : percent(lift);
  return `${counts}, ${beyond} beyond pages of like traffic (${reach})`;
}

function linkTo(title: string, address: string): string {
  return `[${literal(title)}](<${address}>)`;
}

/** Escapes a text from outside, so that nothing in it is Markdown. */
function literal(text: string): string {
  return safeLine(text).replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`);
}

/** Returns the growth in percent; empty when the earlier value is zero. */
function change(before: number, after: number): string {
  return before === 0 ? (after === 0 ? '' : 'new') : percent((after - before) / before);
}

function dollars(amount: number): string {
  return `$${amount.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}
