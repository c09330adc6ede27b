import { seriesChart, figure } from '../../chart/series-chart.ts';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { addressOf } from '../audience.ts';
import type { Audience, Part } from '../audience.ts';
import type { ViewTrend } from '../gather.ts';
import type { ReadersQuery } from '../query.ts';
import { wholeTimes } from '../range.ts';
import { changeText, intervalNames, momentNames, previousWords, rangeWords } from '../words.ts';

interface Shown {
  audience: Audience;
  part: Part;
  query: ReadersQuery;
  trend: ViewTrend;
  /** What the chart shows: "Views", "Views by ClaudeBot". */
  title: string;
  /** Further query changes that the addresses of the intervals keep. */
  change?: Parameters<typeof addressOf>[3];
}

/** Renders totals beside those of the range before, and their chart over time. */
export function trendView(shown: Shown): Html {
  const { audience, query, trend, title } = shown;
  const { range, totals, before, interval, utcDays } = trend;
  const zone = utcDays || interval === 'hour' ? 'UTC' : query.timeZone;
  const { label, name } = momentNames(interval, interval === 'hour' ? query.timeZone : zone);
  const starts = trend.series.map(({ start }) => new Date(start));
  const whole = wholeTimes(starts, { interval, timeZone: zone }, range, audience.now);
  const points = trend.series.map(({ human, ai }, place) => {
    const at = starts[place] ?? audience.now;
    return { label: label(at), name: name(at), human, ai, isWhole: whole[place] === true };
  });
  const when = rangeWords(range, query.timeZone);
  const summary = `${figure(totals.human)} views by people and ${figure(totals.ai)} by AI, ${when}.`;
  return html`<section class="panel course" aria-labelledby="course">
    <header>
      <h2 id="course">${title}</h2>
      ${intervals(shown)}
    </header>
    <div class="body">
      <dl class="totals">
        ${totalFigure('People', totals.human, before?.human)} ${totalFigure('AI', totals.ai, before?.ai)}
        ${totalFigure('Total', totals.total, before?.total)}
      </dl>
      <p class="meta">
        ${before === undefined || range.previous === undefined ? 'Nothing to compare with: the range has no beginning or lies in the future.' : html`Compared with ${previousWords(range.previous, query.timeZone)}.`}
        ${utcDays && 'The chart shows days of UTC: single pages are counted by those.'} ${widenedNote(trend)}
        ${importedNote(trend)}
      </p>
      ${
        points.length === 0
          ? html`<p class="note">Nothing was read in this range.</p>`
          : seriesChart({
              id: 'course-chart',
              title: `${title} by ${intervalNames[interval].toLowerCase()}`,
              summary,
              unit: intervalNames[interval],
              points,
            })
      }
    </div>
  </section>`;
}

function totalFigure(name: string, now: number, before: number | undefined): Html {
  return html`<div>
    <dt>${name}</dt>
    <dd><b>${figure(now)}</b> ${before !== undefined && now !== before && changed(now, before)}</dd>
  </div>`;
}

function changed(now: number, before: number): Html {
  const was = `${figure(before)} before`;
  return html`<span class="change ${now > before ? 'up' : 'down'}" title="${was}"
    >${changeText(now, before) ?? 'new'}<span class="visually-hidden">, ${was}</span></span
  >`;
}

/** Single views at the edges of the range are deleted after some months. From then on whole days are shown. */
function widenedNote({ widened: range }: ViewTrend): string | undefined {
  if (range === undefined) return undefined;
  return `Older views are kept by whole days of UTC: this shows ${rangeWords({ dateFrom: range.from, dateTo: range.to }, 'UTC')}.`;
}

/** Names the counts that were imported from other products, since Copydesk did not count them itself. */
function importedNote({ sources }: ViewTrend): string | undefined {
  const parts = Object.entries(sources ?? {}).map(([source, views]) => `${figure(views)} by ${source}`);
  return parts.length === 0 ? undefined : `Part of the total, imported from other products: ${parts.join(', ')}.`;
}

function intervals({ audience, part, query, trend, change }: Shown): Html {
  const { range, interval } = trend;
  const fitting = (['day', 'week', 'month'] as const).filter((one) => {
    if (range.days === undefined) return true;
    return one === 'day' ? range.days <= 400 && range.days > 1 : one === 'week' ? range.days >= 14 : range.days >= 60;
  });
  return html`<nav class="toggle small" aria-label="By">
    ${fitting.map(
      (one) =>
        html`<a
          href="${addressOf(audience, part, query, { ...change, interval: one })}"
          ${one === interval && html` aria-current="true"`}
          >${intervalNames[one]}</a
        >`,
    )}
  </nav>`;
}
