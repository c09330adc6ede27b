import { hash } from 'node:crypto';
import type { FileDiff } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { icons } from '../view/icons.ts';

/** How much of a diff is shown at first. The rest is loaded while scrolling, or by a link to the file alone. */
export interface DiffLimits {
  files: number;
  lines: number;
  /** Files with more lines are shown only on their own page. */
  linesPerFile: number;
  /** Files with more changed lines are collapsed at first. */
  unfoldedLines: number;
}

export const pageLimits: DiffLimits = { files: 12, lines: 300, linesPerFile: 2_500, unfoldedLines: 600 };

/** How many files a page contains at once, with their diffs or with placeholders that load them. */
export const filesAtOnce = 25;

/** For a page with a single file. */
export const fileLimits: DiffLimits = { files: 1, lines: 25_000, linesPerFile: 25_000, unfoldedLines: 25_000 };

/** Whether a file is shown at once, loaded later, or shown only on its own page. */
export type Showing = 'now' | 'later' | 'alone';

/** Decides how each file of a change is shown. */
export function showingOf(files: readonly FileDiff[], limits: DiffLimits): Showing[] {
  let { lines } = limits;
  return files.map((file, index) => {
    const size = linesOf(file);
    if (size > limits.linesPerFile) return 'alone';
    const fits = index < limits.files && size <= lines;
    // The first diff is always shown: without scripts, a page without any diff would be useless.
    if (!fits && (index > 0 || size > limits.unfoldedLines)) return 'later';
    lines -= size;
    return 'now';
  });
}

/** A longer line counts as several, one per so many characters: one line of 1 MB is as long as thousands of lines. */
const longestLine = 400;

function linesOf({ patch }: FileDiff): number {
  return patch === '' ? 0 : Math.max(patch.split('\n').length, Math.ceil(patch.length / longestLine));
}

/** Returns the `id` of a file's section, which stays the same when other files are added or removed. */
export function anchorOf(path: string): string {
  return `file-${hashOf(path)}`;
}

/** Returns a hash of a file's change, so that a mark "viewed" applies only to this change. */
export function contentOf({ patch, path, oldPath, change }: FileDiff): string {
  return hashOf(JSON.stringify([change, oldPath, path, patch]));
}

/** Whether a file's present change was viewed. `viewed` contains the hashes of the viewed changes by path. */
export function wasViewed(viewed: ReadonlyMap<string, string>, file: FileDiff): boolean {
  const marked = viewed.get(file.path);
  return marked !== undefined && marked === contentOf(file);
}

function hashOf(text: string): string {
  return hash('sha256', text).slice(0, 12);
}

/** Renders `+3 −1`, in words for screen readers. */
export function counts({ additions, deletions, binary }: FileDiff): Html {
  if (binary) return html`<span class="counts">binary</span>`;
  return html`<span class="counts"
    ><span class="plus"><span class="visually-hidden">added lines: </span>+${additions}</span>
    <span class="minus"><span class="visually-hidden">removed lines: </span>−${deletions}</span></span
  >`;
}

/** Renders a file with its name, its counts, whether it was viewed, and its body. */
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

/** Renders the placeholder of a file that is loaded when it is scrolled to. Without scripts it is a link. */
export function laterBody(file: FileDiff, { partHref, aloneHref }: { partHref: string; aloneHref: string }): Html {
  // The placeholder is as high as the file will be, so that nothing jumps. The policy forbids doing that by a style.
  const height = Math.min(linesOf(file), pageLimits.unfoldedLines) * lineHeight;
  return html`<load-part src="${partHref}"
    ><p class="note"><a href="${aloneHref}">Show this file alone</a></p>
    <svg width="1" height="${height}" aria-hidden="true"></svg
  ></load-part>`;
}

/** The height of a line of a diff, in CSS pixels. */
const lineHeight = 20;
