import type { ReadabilityWarning } from '@copydesk/contract';
import { dataTable } from '../readers/tables.ts';
import { pathText } from '../readers/words.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { number } from '../view/numbers.ts';

const shown = 100;

/** Renders the first warnings about what is harder to read for AI. */
export function warningsTable(warnings: readonly ReadabilityWarning[]): Html {
  return dataTable(
    'What is harder to read for AI',
    ['Page', 'Warning', 'Rule'],
    warnings.slice(0, shown).map(
      ({ path, line, message, rule }) =>
        html`<tr>
          <th scope="row">${pathText(path)}:${line}</th>
          <td><bdi>${message}</bdi></td>
          <td><code>${rule}</code></td>
        </tr>`,
    ),
  );
}

/** Says how many warnings {@link warningsTable} leaves out; empty if it shows all. */
export function moreWarnings(count: number): string {
  return count > shown ? `These are the first ${shown}; the API has ${number(count - shown)} more.` : '';
}
