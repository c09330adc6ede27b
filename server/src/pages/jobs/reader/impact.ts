import { isAtStake } from '@copydesk/contract';
import type { ImpactFile, JobImpact } from '@copydesk/contract';
import { dataTable, figureCell, figureColumn } from '../../readers/tables.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { number, plural } from '../../view/numbers.ts';

const filesShown = 20;
const namesShown = 3;

/**
 * Renders who reads the pages that a job changes, removed pages first; undefined where nothing is known to be at stake.
 * @param pageHref - returns the readers' page of a path.
 */
export function impactPart(impact: JobImpact, pageHref: (path: string) => string): HtmlValue {
  const { files, totals, goneTotals, filesInAll, filesNotLocated } = impact;
  const shown = files.filter(isAtStake);
  if (shown.length === 0) return undefined;
  const gone = goneTotals.total > 0 && ` Pages that it removes or moves have ${plural(goneTotals.total, 'view')}.`;
  const left = filesNotLocated > 0 && ` The pages of ${plural(filesNotLocated, 'file')} are unknown.`;
  const more = shown.length > filesShown || filesInAll > files.length;
  return html`<section class="panel" aria-labelledby="impact">
    <header><h2 id="impact">Who reads it</h2></header>
    <p class="meta under">
      The last 30 days: ${number(totals.human)} by people, ${number(totals.ai)} by AI.${gone}${left}
      ${more && `These are the first ${filesShown} files; the API has the others.`}
    </p>
    ${dataTable(
      'Views of the pages that the job changes',
      ['Page', 'What happens', figureColumn('People'), figureColumn('AI'), figureColumn('Linked from'), 'Mostly'],
      shown.slice(0, filesShown).map((file) => row(file, pageHref)),
    )}
  </section>`;
}

function row(file: ImpactFile, pageHref: (path: string) => string): Html {
  const { change, movedTo, totals, linkedFrom, pages } = file;
  const [page] = pages;
  const name = html`<code>${file.file}</code>`;
  return html`<tr>
    <th scope="row">${page === undefined ? name : html`<a href="${pageHref(page)}">${name}</a>`}</th>
    <td>${movedTo === null ? change : html`moved to <code>${movedTo}</code>`}</td>
    ${figureCell(totals.human)} ${figureCell(totals.ai)}
    ${linkedFrom === null ? html`<td class="figure" title="Not counted">–</td>` : figureCell(linkedFrom)}
    <td>${mostly(file)}</td>
  </tr>`;
}

/** `GPTBot, ClaudeBot; from chatgpt.com` */
function mostly({ agents, referrers }: ImpactFile): string {
  const by = agents.slice(0, namesShown).map(({ agent }) => agent);
  const from = referrers.slice(0, namesShown).map(({ referrer }) => referrer);
  return [by.join(', '), from.length === 0 ? '' : `from ${from.join(', ')}`].filter((part) => part !== '').join('; ');
}
