import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import type { Block, DiffLine, Hunk } from './hunks.ts';
import { lineText } from './line-text.ts';
import { pairLines } from './pair-lines.ts';
import type { LinePair } from './pair-lines.ts';
import { compareWords } from './words.ts';
import type { WordBudget } from './words.ts';

/** How a diff is laid out: old above new in one column, or old left of new. */
export type DiffView = 'unified' | 'split';

/** Addresses that show a file with all of its lines. */
interface MoreLines {
  href: string;
  partHref: string;
}

export interface DiffOptions {
  view: DiffView;
  label: string;
  words: WordBudget;
  /**
   * The addresses of the same diff with all lines, as a page and as a part of one; undefined when there are no more
   * lines.
   */
  more?: MoreLines;
}

/** Renders a file's hunks as a table. `label` is its name for screen readers. */
export function diffTable(hunks: Hunk[], { view, label, words, more }: DiffOptions): Html {
  const layout = layouts[view];
  return html`<table class="diff ${view}" aria-label="${label}">
    ${layout.columns}
    <thead class="visually-hidden">
      ${layout.head}
    </thead>
    ${hunks.map(
      (hunk) =>
        html`<tbody>
          ${hunkHeader(hunk, more)}${hunk.blocks.map((block) => layout.block(block, words))}
        </tbody>`,
    )}
    ${
      more !== undefined &&
      html`<tbody>
        <tr class="hunk">
          <td colspan="4">${moreLink(more)}</td>
        </tr>
      </tbody>`
    }
  </table>`;
}

function moreLink({ href, partHref }: MoreLines): Html {
  return html`<a class="more" href="${href}" data-part="${partHref}">All lines</a>`;
}

interface Layout {
  head: Html;
  columns: Html;
  block: (block: Block, words: WordBudget) => HtmlValue;
}

const layouts: Record<DiffView, Layout> = {
  unified: {
    head: html`<tr>
      <th scope="col">Old line</th>
      <th scope="col">New line</th>
      <th scope="col">Change</th>
      <th scope="col">Text</th>
    </tr>`,
    columns: html`<colgroup>
      <col class="n" />
      <col class="n" />
      <col class="s" />
      <col />
    </colgroup>`,
    block: unifiedBlock,
  },
  split: {
    head: html`<tr>
      <th scope="col">Old line</th>
      <th scope="col">Old text</th>
      <th scope="col">New line</th>
      <th scope="col">New text</th>
    </tr>`,
    columns: html`<colgroup>
      <col class="n" />
      <col />
      <col class="n" />
      <col />
    </colgroup>`,
    block: splitBlock,
  },
};

/** Renders the header of a hunk; none above a hunk that begins with the first line. */
function hunkHeader({ section, oldStart, newStart }: Hunk, more: MoreLines | undefined): Html | undefined {
  if (oldStart <= 1 && newStart <= 1) return undefined;
  return html`<tr class="hunk">
    <td colspan="4">
      Line ${newStart === 0 ? oldStart : newStart}${section && html` <span>${section}</span>`}${more && moreLink(more)}
    </td>
  </tr>`;
}

function unifiedBlock(block: Block, words: WordBudget): HtmlValue {
  if (block.kind === 'context') {
    return block.lines.map(
      (line) =>
        html`<tr>
          <td class="n">${line.oldNumber}</td>
          <td class="n">${line.number}</td>
          <td class="s"></td>
          <td class="c">${lineText(line)}</td>
        </tr>`,
    );
  }
  const pairs = pairLines(block.removed, block.added).map((pair) => markPair(pair, words));
  return [
    pairs.map(
      ({ removed }) =>
        removed &&
        html`<tr class="d">
          <td class="n">${removed.number}</td>
          <td class="n"></td>
          <td class="s">−</td>
          <td class="c">${removed.text}</td>
        </tr>`,
    ),
    pairs.map(
      ({ added }) =>
        added &&
        html`<tr class="i">
          <td class="n"></td>
          <td class="n">${added.number}</td>
          <td class="s">+</td>
          <td class="c">${added.text}</td>
        </tr>`,
    ),
  ];
}

function splitBlock(block: Block, words: WordBudget): HtmlValue {
  if (block.kind === 'context') {
    return block.lines.map((line) => {
      const text = lineText(line);
      return html`<tr>
        <td class="n">${line.oldNumber}</td>
        <td class="c old">${text}</td>
        <td class="n">${line.number}</td>
        <td class="c new">${text}</td>
      </tr>`;
    });
  }
  return pairLines(block.removed, block.added)
    .map((pair) => markPair(pair, words))
    .map(
      ({ removed, added }) =>
        html`<tr>
          ${splitCells(removed, 'd')}${splitCells(added, 'i')}
        </tr>`,
    );
}

function splitCells(line: MarkedLine | undefined, kind: 'd' | 'i'): Html {
  if (line === undefined) return noCells;
  const sign = kind === 'd' ? '−' : '+';
  return html`<td class="n ${kind}">${line.number}</td>
    <td class="c ${kind}"><span class="s">${sign}</span>${line.text}</td>`;
}

const noCells = html`<td class="n none"></td>
  <td class="c none"></td>`;

interface MarkedLine {
  number: number;
  text: Html;
}

function markPair({ removed, added }: LinePair, budget: WordBudget): { removed?: MarkedLine; added?: MarkedLine } {
  const words = removed && added && compareWords(removed.text, added.text, budget);
  return {
    removed: removed && markedLine(removed, lineText(removed, 'del', words?.before)),
    added: added && markedLine(added, lineText(added, 'ins', words?.after)),
  };
}

function markedLine({ number }: DiffLine, text: Html): MarkedLine {
  return { number, text };
}
