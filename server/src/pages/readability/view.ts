import type { Readability, ReadabilityRule } from '@copydesk/contract';
import { dataTable, figureCell, figureColumn, nothing, tablePanel } from '../readers/tables.ts';
import { pathText } from '../readers/words.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { number, plural } from '../view/numbers.ts';
import { moreWarnings, warningsTable } from './warnings.ts';

export interface ReadabilityView {
  found: Readability;
  /** Set if only the warnings of this rule are shown. */
  rule: ReadabilityRule | undefined;
  /** The address of this page. */
  address: string;
  /** The address of the manual about these rules. */
  manual: string;
}

/** Renders how well AI readers can read the docs. */
export function readabilityMain({ found, rule, address, manual }: ReadabilityView): Html {
  const { ref, commit, pages, tokens } = found;
  return html`<section class="readers">
    <header class="page-head">
      <div>
        <h1>For AI readers</h1>
        <p class="lead">
          ${plural(pages, 'page')}, about ${plural(tokens, 'token')}: what <a href="${manual}">AI readers get</a> of the
          docs of <bdi>${ref}</bdi> at <code>${commit.slice(0, 10)}</code>. All of this is advice.
        </p>
      </div>
    </header>
    <div class="panels">
      ${rulesPanel(found, address, manual)} ${longestPanel(found)} ${warningsPanel(found, rule, address)}
      ${notJudgedPanel(found)}
    </div>
  </section>`;
}

function rulesPanel({ rules, index }: Readability, address: string, manual: string): Html {
  return tablePanel({
    id: 'readability-rules',
    heading: 'Rules',
    note: html`${indexWords(index)} <a href="${manual}#the-rules">What the rules mean</a>`,
    table: dataTable(
      'Rules, and how many warnings each has',
      ['Rule', figureColumn('Warnings')],
      rules.map(({ rule, warnings }) => {
        const name = html`<code>${rule}</code>`;
        const href = `${address}?${new URLSearchParams({ rule }).toString()}`;
        return html`<tr>
          <th scope="row">${warnings === null || warnings === 0 ? name : html`<a href="${href}">${name}</a>`}</th>
          ${warnings === null ? html`<td class="figure">off</td>` : figureCell(warnings)}
        </tr>`;
      }),
    ),
  });
}

function indexWords({ state, source, links }: Readability['index']): Html {
  if (state === 'none') return html`The site has no <code>llms.txt</code>.`;
  if (state === 'made') return html`<code>llms.txt</code> is made by <bdi>${source}</bdi>.`;
  return html`<code>${source}</code> ${links !== null && `has ${plural(links, 'link')} to the site`}.`;
}

function longestPanel({ longest }: Readability): Html {
  return tablePanel({
    id: 'readability-longest',
    heading: 'Longest pages',
    table:
      longest.length === 0
        ? nothing('The docs have no pages.')
        : dataTable(
            'The longest pages',
            ['Page', figureColumn('Tokens')],
            longest.map(
              ({ path, tokens }) =>
                html`<tr>
                  <th scope="row">${pathText(path)}</th>
                  ${figureCell(tokens)}
                </tr>`,
            ),
          ),
  });
}

function warningsPanel({ rules, warnings }: Readability, rule: ReadabilityRule | undefined, address: string): Html {
  const inAll = rules.reduce(
    (sum, one) => sum + (rule === undefined || one.rule === rule ? (one.warnings ?? 0) : 0),
    0,
  );
  return tablePanel({
    id: 'readability-warnings',
    heading: inAll === 0 ? 'No warnings' : plural(inAll, 'warning'),
    note: html`${rule !== undefined && html`Of the rule <code>${rule}</code>. <a href="${address}">Show all rules</a>. `}
    ${moreWarnings(inAll)}`,
    table: inAll === 0 ? nothing('The rules that are on find nothing.') : warningsTable(warnings),
  });
}

function notJudgedPanel({ notJudged }: Readability): Html | undefined {
  if (notJudged.length === 0) return undefined;
  return tablePanel({
    id: 'readability-not-judged',
    heading: `Not checked: ${number(notJudged.length)}`,
    table: html`<ul class="body">
      ${notJudged.map((line) => html`<li><bdi>${line}</bdi></li>`)}
    </ul>`,
  });
}
