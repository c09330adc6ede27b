import type { ChangeEffect, Lift, ReportWork } from '@copydesk/contract';
import { liftText } from '../jobs/reader/effect.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { number } from '../view/numbers.ts';
import { dataTable, figureCell, figureColumn, tablePanel } from './tables.ts';

/** Renders the effects of changes on page views, for changes whose days of comparison ended in the period. */
export function effectList({ effects, effectsInAll }: ReportWork): HtmlValue {
  if (effects.length === 0) return undefined;
  const more = effectsInAll > effects.length ? ` These are ${effects.length} of ${number(effectsInAll)}.` : '';
  return tablePanel({
    id: 'report-effects',
    heading: 'The effect of earlier changes',
    note: `The days after each merge, compared with as many before, beside pages of similar traffic.${more}`,
    table: dataTable(
      'Views after changes compared with before',
      ['Change', 'Readers', figureColumn('Before'), figureColumn('After'), 'Beyond others'],
      effects.flatMap(rowsOf),
    ),
  });
}

function rowsOf({ title, page, human, ai }: ChangeEffect): Html[] {
  const name = html`<a href="${page}">${title}</a>`;
  return [row(name, 'people', human), row(html`<span class="visually-hidden">The same</span>`, 'AI', ai)];
}

function row(name: Html, readers: string, lift: Lift): Html {
  return html`<tr>
    <th scope="row">${name}</th>
    <td>${readers}</td>
    ${figureCell(lift.before)}${figureCell(lift.after)}
    <td>${liftText(lift)}</td>
  </tr>`;
}
