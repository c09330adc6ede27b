import { createHash } from 'node:crypto';
import type { FileDiff } from '@copydesk/contract';
import { parseHunks } from '../diff/hunks.ts';
import { diffTable } from '../diff/rows.ts';
import { newWordBudget } from '../diff/words.ts';
import type { WordBudget } from '../diff/words.ts';
import type { DiffView } from '../diff/rows.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { icons } from '../view/icons.ts';

/** How much of a diff one page shows; the rest is a link to the file alone. */
export interface DiffLimits {
  files: number;
  lines: number;
  linesPerFile: number;
  /** Files with more changed lines begin folded. */
  unfoldedLines: number;
}

export const pageLimits: DiffLimits = { files: 300, lines: 12_000, linesPerFile: 2_500, unfoldedLines: 600 };

/** For a page with a single file. */
export const fileLimits: DiffLimits = { files: 1, lines: 25_000, linesPerFile: 25_000, unfoldedLines: 25_000 };

/** The diffs of files, one section each, until the limits are reached. */
export function fileSections(
  files: readonly FileDiff[],
  options: { view: DiffView; limits: DiffLimits; aloneHref: (path: string) => string },
): Html[] {
  let { lines } = options.limits;
  const words = newWordBudget();
  return files.map((file, index) => {
    const size = file.patch === '' ? 0 : file.patch.split('\n').length;
    const fits = index < options.limits.files && size <= lines && size <= options.limits.linesPerFile;
    if (fits) lines -= size;
    const body = fits ? fileBody(file, options.view, words) : tooLarge(file, options);
    return fileSection(file, body, !fits || size <= options.limits.unfoldedLines);
  });
}

/** The `id` of a file's section, which stays the same when other files come and go. */
export function anchorOf(path: string): string {
  return `file-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`;
}

/** `+3 −1`, told in words to those who hear it. */
export function counts({ additions, deletions, binary }: FileDiff): Html {
  if (binary) return html`<span class="counts">binary</span>`;
  return html`<span class="counts"
    ><span class="plus"><span class="visually-hidden">added lines: </span>+${additions}</span>
    <span class="minus"><span class="visually-hidden">removed lines: </span>−${deletions}</span></span
  >`;
}

function fileSection(file: FileDiff, body: HtmlValue, unfolded: boolean): Html {
  const name = file.oldPath === null ? html`${file.path}` : html`${file.oldPath} ${icons.arrow} ${file.path}`;
  const change = file.change === 'modified' ? undefined : html`<span class="tag ${file.change}">${file.change}</span>`;
  return html`<details class="file" id="${anchorOf(file.path)}" ${unfolded && html` open`}>
    <summary>
      ${icons.chevron}
      <h3>${name}</h3>
      ${change}${counts(file)}
    </summary>
    ${body}
  </details> `;
}

function fileBody(file: FileDiff, view: DiffView, words: WordBudget): HtmlValue {
  if (file.binary) return note('A binary file: its content is not shown.');
  if (file.patch !== '') {
    // Half of the width would stay empty.
    const layout = file.change === 'added' || file.change === 'deleted' ? 'unified' : view;
    return diffTable(parseHunks(file.patch), { view: layout, label: `Changes in ${file.path}`, words });
  }
  if (file.additions + file.deletions > 0) return note('The whole change is too large: this file is not shown here.');
  if (file.oldPath !== null) return note('Moved without a change of its content.');
  return note(file.change === 'modified' ? 'Only the file’s mode has changed.' : 'An empty file.');
}

function tooLarge(file: FileDiff, { aloneHref }: { aloneHref: (path: string) => string }): Html {
  return note(html`Not shown, to keep this page short. <a href="${aloneHref(file.path)}">Show this file alone</a>`);
}

function note(text: HtmlValue): Html {
  return html`<p class="note">${text}</p>`;
}
