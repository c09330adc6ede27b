import type { JobPages, ReaderPage } from '@copydesk/contract';
import { dataTable, figureCell, figureColumn, nothing, tablePanel } from '../../readers/tables.ts';
import { pathText } from '../../readers/words.ts';
import { moreWarnings, warningsTable } from '../../readability/warnings.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { number, plural } from '../../view/numbers.ts';
import { renderPreview } from '../../view/preview.ts';

type JobPage = JobPages['pages'][number];

interface ReaderPagesView {
  found: JobPages;
  /** The address of this page. */
  address: string;
  jobAddress: string;
  /** The address of the manual about the rules. */
  manual: string;
}

/** Renders all pages that a job changes, with what AI readers get of them. */
export function readerPagesMain({ found, address, jobAddress, manual }: ReaderPagesView): Html {
  const { pages, pagesInAll, warnings } = found;
  return html`<section class="readers">
    <header class="page-head">
      <div>
        <h1>As its readers get it</h1>
        <p class="lead">
          The pages that the job changes, as people see them and as AI readers get them: as text, without components.
          <a href="${jobAddress}">Back to the job</a>
        </p>
      </div>
    </header>
    <div class="panels">
      ${tablePanel({
        id: 'reader-pages',
        heading: plural(pagesInAll, 'page'),
        note: pagesInAll > pages.length && `These are the first ${pages.length}.`,
        table:
          pages.length === 0
            ? nothing('The job has changed no page of the docs so far.')
            : dataTable(
                'Pages, and what AI readers get of them',
                ['Page', figureColumn('Tokens before'), figureColumn('Tokens now'), 'What the text lacks'],
                pages.map((page) => pageRow(page, address)),
              ),
      })}
      ${warningsPanel(warnings, manual)}
    </div>
  </section>`;
}

function pageRow({ path, before, after, why }: JobPage, address: string): Html {
  const href = `${address}?${new URLSearchParams({ path }).toString()}`;
  return html`<tr>
    <th scope="row"><a href="${href}">${pathText(path)}</a></th>
    ${tokensCell(before)} ${tokensCell(after)}
    <td>${why === null ? lostWords(after ?? before) : html`not read: <bdi>${why}</bdi>`}</td>
  </tr>`;
}

function tokensCell(page: ReaderPage | null): Html {
  return page === null ? html`<td class="figure">–</td>` : figureCell(page.tokens);
}

/** `2 images, 1 component` */
function lostWords(page: ReaderPage | null): string {
  const counts = new Map<ReaderPage['lost'][number]['kind'], number>();
  for (const { kind } of page?.lost ?? []) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const words = [...counts].map(([kind, count]) => `${number(count)} ${nouns[kind][count === 1 ? 0 : 1]}`);
  return words.length === 0 ? 'nothing' : words.join(', ');
}

const nouns: Record<ReaderPage['lost'][number]['kind'], [one: string, many: string]> = {
  tabs: ['row of tabs', 'rows of tabs'],
  image: ['image', 'images'],
  frame: ['frame', 'frames'],
  component: ['component', 'components'],
  include: ['included file', 'included files'],
  computed: ['expression', 'expressions'],
};

function warningsPanel(warnings: JobPages['warnings'], manual: string): HtmlValue {
  if (warnings.length === 0) return undefined;
  return tablePanel({
    id: 'reader-warnings',
    heading: plural(warnings.length, 'new warning'),
    note: html`What the change makes harder to read for AI, by <a href="${manual}">these rules</a>. A project may switch
      each of them off. ${moreWarnings(warnings.length)}`,
    table: warningsTable(warnings),
  });
}

interface ReaderPageView {
  page: JobPage;
  warnings: JobPages['warnings'];
  /** Whether the page is shown as it was before the job. */
  isBefore: boolean;
  /** The address of the list of pages. */
  address: string;
  manual: string;
}

/** Renders one page as people see it, beside what AI readers get. */
export function readerPageMain({ page, warnings, isBefore, address, manual }: ReaderPageView): Html {
  const { path, before, after, why } = page;
  const shown = isBefore ? before : after;
  return html`<section class="readers">
    <header class="page-head">
      <div>
        <h1>${pathText(path)}</h1>
        <p class="lead">
          ${isBefore ? 'As it was before the job.' : 'As the job leaves it.'} ${otherState(page, isBefore, address)}
          <a href="${address}">All pages</a>
        </p>
      </div>
    </header>
    ${
      shown === null || shown.text === null
        ? html`<p class="note card">
            ${why === null ? 'The page does not exist there.' : html`It was not read: <bdi>${why}</bdi>`}
          </p>`
        : html`<div class="both-readers">
              ${peoplePanel(shown.text)} ${agentsPanel(shown, shown.text, sizeChange(before, after))}
            </div>
            <div class="panels">
              ${lostPanel(shown.lost)} ${isBefore ? undefined : warningsPanel(warnings, manual)}
            </div>`
    }
  </section>`;
}

function otherState({ path, before, after }: JobPage, isBefore: boolean, address: string): HtmlValue {
  if ((isBefore ? after : before) === null) return undefined;
  const query = new URLSearchParams(isBefore ? { path } : { path, state: 'before' }).toString();
  return html`<a href="${address}?${query}">${isBefore ? 'Show it as the job leaves it' : 'Show it as it was before'}</a
    >.`;
}

function sizeChange(before: ReaderPage | null, after: ReaderPage | null): string {
  if (before === null || after === null) return '';
  const change = after.tokens - before.tokens;
  if (change === 0) return 'The change keeps its length.';
  return `The change makes it about ${plural(Math.abs(change), 'token')} ${change > 0 ? 'longer' : 'shorter'}.`;
}

/** Roughly: no site is built. What its own program shows is left out, as it is for AI readers. */
function peoplePanel(text: string): Html {
  return html`<section class="panel" aria-labelledby="as-people">
    <header><h2 id="as-people">As people see it</h2></header>
    <p class="meta under">
      Roughly: the site is not built, so tabs are one below the other, and components are missing.
    </p>
    <div class="rendered preview" dir="auto">${renderPreview(text, () => undefined, { indented: 'prose' })}</div>
  </section>`;
}

function agentsPanel({ characters, tokens }: ReaderPage, text: string, change: string): Html {
  return html`<section class="panel" aria-labelledby="as-agents">
    <header>
      <h2 id="as-agents">As AI readers get it</h2>
      <copy-button for="agent-text"></copy-button>
    </header>
    <p class="meta under">${plural(characters, 'character')}, about ${plural(tokens, 'token')}. ${change}</p>
    <div class="scroll" tabindex="0" role="region" aria-label="The page as text">
      <pre id="agent-text" dir="auto">${text}</pre>
    </div>
  </section>`;
}

function lostPanel(lost: ReaderPage['lost']): HtmlValue {
  if (lost.length === 0) return undefined;
  return tablePanel({
    id: 'reader-lost',
    heading: 'What the text lacks',
    table: dataTable(
      'What people see there and AI readers do not get, or get otherwise',
      ['Line', 'What', 'For AI readers'],
      lost.map(
        ({ kind, line, name }) =>
          html`<tr>
            <th scope="row">${number(line)}</th>
            <td><code>${pathText(name)}</code></td>
            <td>${meanings[kind]}</td>
          </tr>`,
      ),
    ),
  });
}

const meanings: Record<ReaderPage['lost'][number]['kind'], string> = {
  tabs: 'all tabs, one below the other',
  image: 'only its words',
  frame: 'only its address',
  component: 'not what the component shows',
  include: 'not known here: the text is in that file',
  computed: 'not what the expression computes',
};
