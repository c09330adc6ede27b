import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError, FileDiff, JobDiff } from '@copydesk/contract';
import { newWordBudget } from '../../diff/words.ts';
import type { WordBudget } from '../../diff/words.ts';
import { fileBody, note } from '../../pull-requests/file-body.ts';
import { fileLimits, fileSection, pageLimits, showingOf } from '../../pull-requests/files.ts';
import type { DiffLimits, Showing } from '../../pull-requests/files.ts';
import { html } from '../../view/html.ts';
import type { Html, HtmlValue } from '../../view/html.ts';
import { plural } from '../../view/numbers.ts';

/** What a job has changed so far, or why that is unknown. */
export interface ChangesView {
  /** The address of the page of the changes. */
  address: string;
  /** The address of the page that shows what readers get. */
  pagesAddress: string;
  diff: JobDiff | CopydeskError;
  /** Set when only this file is shown. */
  onlyFile: string | undefined;
  /** Who reads the pages that it changes. */
  impact: HtmlValue;
  /**
   * Returns a file's text as the job left it, from which the sections of a page are read; undefined where it is not
   * available.
   */
  textOf: (file: FileDiff) => Promise<string | undefined>;
}

/** Renders the page of what a job has changed. */
export async function changesMain(view: ChangesView, jobAddress: string): Promise<Html> {
  const part = await changesPart(view, view.onlyFile === undefined ? onOwnPage : fileLimits);
  return html`<article class="job-page">
    <header class="page-head">
      <h1>What it has changed</h1>
      <p class="lead"><a href="${jobAddress}">Back to the job</a></p>
    </header>
    <h2 class="visually-hidden">Files</h2>
    ${part}
  </article>`;
}

/** Renders the files with their diffs. */
export async function changesPart(view: ChangesView, limits: DiffLimits): Promise<Html> {
  const { address, pagesAddress, diff, impact, onlyFile, textOf } = view;
  if (isCopydeskError(diff)) return note(`The change cannot be shown at the moment. ${diff.message}`);
  const files = onlyFile === undefined ? diff.files : diff.files.filter(({ path }) => path === onlyFile);
  if (files.length === 0) return html`<p class="note card">Nothing differs.</p>`;
  const showings = showingOf(files, limits);
  const words = newWordBudget();
  const aloneHref = (file: FileDiff) => `${address}?${new URLSearchParams({ file: file.path }).toString()}`;
  const texts = await Promise.all(
    files.map(async (file, index) => (showings[index] === 'now' ? await textOf(file) : undefined)),
  );
  // Rendered in the files' order, whichever text was read first: they share one budget of words.
  const sections = files.map((file, index) => {
    const shown = { showing: showings[index] ?? 'alone', text: texts[index], words, aloneHref: aloneHref(file) };
    return fileSection({ file, body: bodyOf(file, shown), limits, isViewed: false, viewedButton: undefined });
  });
  return html`<p class="meta">
      ${plural(diff.files.length, 'file')}
      <span class="counts"
        ><span class="plus">+${diff.additions}</span> <span class="minus">−${diff.deletions}</span></span
      >
      <a href="${pagesAddress}">As its readers get it</a>
    </p>
    ${onlyFile === undefined && impact}
    <div class="sections">${sections}</div>`;
}

const onOwnPage: DiffLimits = { ...pageLimits, files: 30, lines: 1_000 };

/** In the page of the job itself the diff is kept short. */
export const inJobPage: DiffLimits = { ...pageLimits, files: 10, lines: 400 };

function bodyOf(
  file: FileDiff,
  {
    showing,
    text,
    words,
    aloneHref,
  }: { showing: Showing; text: string | undefined; words: WordBudget; aloneHref: string },
): HtmlValue {
  if (showing !== 'now') return note(html`<a href="${aloneHref}">Show this file alone</a>`);
  return fileBody({
    file,
    layout: 'unified',
    text,
    context: 0,
    words,
    more: undefined,
    imageHref: () => undefined,
  });
}
