import type { VisitsBack } from '@copydesk/contract';
import { html } from '../../view/html.ts';
import type { Html } from '../../view/html.ts';
import { dataTable, figureCell, figureColumn, tablePanel } from '../tables.ts';

/** Renders how much AI assistants read for each person whom they sent. */
export function visitsBackPanel(rows: VisitsBack[]): Html | undefined {
  if (rows.length === 0) return undefined;
  return tablePanel({
    id: 'visits-back',
    heading: 'Reads and visits back',
    note: 'Pages that assistants read, beside the people who came from the same operator’s products, as far as browsers report it.',
    table: dataTable(
      'Reads by assistants and visits by people, by operator',
      ['Operator', 'Products', figureColumn('Reads'), figureColumn('Visits'), figureColumn('Reads per visit')],
      rows.map(
        ({ operator, products, reads, visits, readsPerVisit }) =>
          html`<tr>
            <th scope="row">${operator}</th>
            <td>${products.join(', ')}</td>
            ${figureCell(reads)}${figureCell(visits)}
            <td class="figure">${readsPerVisit === null ? '–' : readsPerVisit.toFixed(1)}</td>
          </tr>`,
      ),
    ),
  });
}
