import type { EffectCounts, EffectPage, JobEffect, Lift } from '@copydesk/contract';
import { intervalBar } from '../../chart/interval.ts';
import { barColumn, dataTable, figureCell, figureColumn } from '../../readers/tables.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { number, plural } from '../../view/numbers.ts';

const pagesShown = 20;

/**
 * Renders what a merged job did to the views of its pages.
 * @param pageHref - returns the readers' page of a path.
 */
export function effectPart(effect: JobEffect, pageHref: (path: string) => string): Html {
  const { days, isComplete, pages, pagesInAll, gaps, filesNotCompared } = effect;
  if (pages.length === 0) return panel(html`<p class="note under">No page that it changed has views to compare.</p>`);
  if (days === 0) return panel(html`<p class="note under">No whole day has passed since it was merged.</p>`);
  const left = filesNotCompared.length;
  return panel(
    html`<p class="meta under">
        ${plural(days, 'day')} after the merge, compared with as many before, beside pages of similar traffic that it
        did not change. ${!isComplete && 'More days count as they pass.'}
        ${gaps.length > 0 && `Nothing was counted on ${gaps.join(', ')}: on these days, the counts are too low.`}
        ${left > 0 && `${plural(left, 'file')} ${left === 1 ? 'is' : 'are'} not compared: pages that were added, moved or removed, and files that are no pages.`}
        ${pagesInAll > pagesShown && `These are the ${pagesShown} most read pages; the API has more.`}
      </p>
      ${dataTable(
        'Views after the merge compared with before',
        [
          'Page',
          'Readers',
          figureColumn('Before'),
          figureColumn('After'),
          barColumn('A quarter to four times'),
          'Beyond others',
        ],
        rowsOf(effect, pageHref),
      )}`,
  );
}

function panel(content: HtmlValue): Html {
  return html`<section class="panel" aria-labelledby="effect">
    <header><h2 id="effect">Its effect on page views</h2></header>
    ${content}
  </section>`;
}

function rowsOf({ together, pages }: JobEffect, pageHref: (path: string) => string): Html[] {
  const all = pages.length > 1 ? measureRows('All together', together) : [];
  return [...all, ...pages.slice(0, pagesShown).flatMap((page) => pageRows(page, pageHref(page.path)))];
}

function pageRows(page: EffectPage, href: string): Html[] {
  const rows = measureRows(html`<a href="${href}"><code>${page.path}</code></a>`, page);
  const { returns } = page;
  return returns === null || isNone(returns) ? rows : [...rows, countRow('sent by AI products', returns)];
}

type Measures = Pick<JobEffect['together'], 'human' | 'ai' | 'purposes' | 'notFound'>;

/** Renders a row for people and one for AI, with more rows by purpose where there is more than one. */
function measureRows(name: HtmlValue, { human, ai, purposes, notFound }: Measures): Html[] {
  const read = Object.entries(purposes).filter(([, lift]) => !isNone(lift));
  const byPurpose = read.length < 2 ? [] : read.map(([purpose, lift]) => liftRow(undefined, `AI: ${purpose}`, lift));
  const missed = isNone(notFound) ? [] : [countRow('not found', notFound)];
  return [liftRow(name, 'people', human), liftRow(undefined, 'AI', ai), ...byPurpose, ...missed];
}

const isNone = ({ before, after }: EffectCounts): boolean => before + after === 0;

function liftRow(name: HtmlValue, readers: string, lift: Lift): Html {
  return html`<tr>
    <th scope="row">${name ?? html`<span class="visually-hidden">The same</span>`}</th>
    <td>${readers}</td>
    ${figureCell(lift.before)} ${figureCell(lift.after)}
    <td class="bar-cell">${barOf(lift)}</td>
    <td title="${lift.comparedWith > 0 && `Against ${plural(lift.comparedWith, 'page')}`}">${liftText(lift)}</td>
  </tr>`;
}

function countRow(readers: string, { before, after }: EffectCounts): Html {
  return html`<tr>
    <th scope="row"><span class="visually-hidden">The same</span></th>
    <td>${readers}</td>
    ${figureCell(before)} ${figureCell(after)}
    <td class="bar-cell"></td>
    <td></td>
  </tr>`;
}

function barOf({ lift, low, high }: Lift): HtmlValue {
  return lift === null || low === null || high === null ? undefined : intervalBar({ lift, low, high });
}

/** Formats `+34 % (+6 % to +70 %)`, or says that the effect is unknown. */
export function liftText({ verdict, lift, low, high }: Lift): string {
  if (lift === null || low === null || high === null) return 'Not enough views to tell';
  const reach = `${percent(low)} to ${percent(high)}`;
  return verdict === 'no_difference' ? `No difference (${reach})` : `${percent(lift)} (${reach})`;
}

/** `+30 %`, `−8 %`, `0 %` */
function percent(share: number): string {
  const rounded = Math.round(share * 100);
  return `${rounded > 0 ? '+' : rounded < 0 ? '−' : ''}${number(Math.abs(rounded))} %`;
}
