import { hash } from 'node:crypto';
import type { FileDiff } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { icons } from '../view/icons.ts';

/** How much of a diff a page begins with; the rest comes as one scrolls, or by a link to the file alone. */
export interface DiffLimits {
  files: number;
  lines: number;
  /** Files with more lines are shown alone. */
  linesPerFile: number;
  /** Files with more changed lines begin folded. */
  unfoldedLines: number;
}

export const pageLimits: DiffLimits = { files: 12, lines: 300, linesPerFile: 2_500, unfoldedLines: 600 };

/** So many files stand on a page at once, with their diffs or to bring them later. */
export const filesAtOnce = 25;

/** For a page with a single file. */
export const fileLimits: DiffLimits = { files: 1, lines: 25_000, linesPerFile: 25_000, unfoldedLines: 25_000 };

/** Whether a page begins with a file, brings it later, or leaves it to a page of its own. */
export type Showing = 'now' | 'later' | 'alone';

/** How each file of a change is shown. */
export function showingOf(files: readonly FileDiff[], limits: DiffLimits): Showing[] {
  let { lines } = limits;
  return files.map((file, index) => {
    const size = linesOf(file);
    if (size > limits.linesPerFile) return 'alone';
    const fits = index < limits.files && size <= lines;
    // A page without a single diff would be of no use where there are no scripts.
    if (!fits && (index > 0 || size > limits.unfoldedLines)) return 'later';
    lines -= size;
    return 'now';
  });
}

/** Of a line that stands for several: what is written in one line of 1 MB is as long as in thousands. */
const longestLine = 400;

function linesOf({ patch }: FileDiff): number {
  return patch === '' ? 0 : Math.max(patch.split('\n').length, Math.ceil(patch.length / longestLine));
}

/** The `id` of a file's section, which stays the same when other files come and go. */
export function anchorOf(path: string): string {
  return `file-${hashOf(path)}`;
}

/** What a file's change is known by, so that a mark "viewed" holds for this one alone. */
export function contentOf({ patch, path, oldPath, change }: FileDiff): string {
  return hashOf(JSON.stringify([change, oldPath, path, patch]));
}

/** Whether a file's change was viewed as it is now, by what was marked: the content by path. */
export function wasViewed(viewed: ReadonlyMap<string, string>, file: FileDiff): boolean {
  const marked = viewed.get(file.path);
  return marked !== undefined && marked === contentOf(file);
}

function hashOf(text: string): string {
  return hash('sha256', text).slice(0, 12);
}

/** `+3 −1`, told in words to those who hear it. */
export function counts({ additions, deletions, binary }: FileDiff): Html {
  if (binary) return html`<span class="counts">binary</span>`;
  return html`<span class="counts"
    ><span class="plus"><span class="visually-hidden">added lines: </span>+${additions}</span>
    <span class="minus"><span class="visually-hidden">removed lines: </span>−${deletions}</span></span
  >`;
}

/** A file with its name, its counts, whether it was viewed, and its body. */
export function fileSection(shown: {
  file: FileDiff;
  body: HtmlValue;
  limits: DiffLimits;
  isViewed: boolean;
  viewedButton: Html | undefined;
}): Html {
  const { file, body, limits, isViewed, viewedButton } = shown;
  const { path, oldPath, change } = file;
  const name = oldPath === null ? path : [oldPath, html` ${icons.arrow} `, path];
  const opens = !isViewed && linesOf(file) <= limits.unfoldedLines;
  return html`<details class="file" id="${anchorOf(path)}" ${opens && html` open`}>
    <summary>
      ${icons.chevron}
      <h3>${name}</h3>
      <span class="chip good viewed" ${!isViewed && html` hidden`}>viewed</span>
      ${change !== 'modified' && html`<span class="tag ${change}">${change}</span>`}${counts(file)}
    </summary>
    ${viewedButton}${body}
  </details> `;
}

/** What stands for a file that comes when one scrolls to it; without a script it is a link. */
export function laterBody(file: FileDiff, { partHref, aloneHref }: { partHref: string; aloneHref: string }): Html {
  // As high as the file will be, so that nothing jumps; the policy lets no style do that.
  const height = Math.min(linesOf(file), pageLimits.unfoldedLines) * lineHeight;
  return html`<load-part src="${partHref}"
    ><p class="note"><a href="${aloneHref}">Show this file alone</a></p>
    <svg width="1" height="${height}" aria-hidden="true"></svg
  ></load-part>`;
}

/** Of a line of a diff, in CSS pixels. */
const lineHeight = 20;
