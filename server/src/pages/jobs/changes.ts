import { isCopydeskError } from '@copydesk/contract';
import type { CopydeskError, FileDiff, JobDiff } from '@copydesk/contract';
import { newWordBudget } from '../diff/words.ts';
import type { WordBudget } from '../diff/words.ts';
import { fileBody, note } from '../pull-requests/file-body.ts';
import { fileLimits, fileSection, pageLimits, showingOf } from '../pull-requests/files.ts';
import type { DiffLimits, Showing } from '../pull-requests/files.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { plural } from '../view/numbers.ts';

/** What a job has changed so far, or why that cannot be told. */
export interface ChangesView {
  /** The address of the page of the changes. */
  address: string;
  diff: JobDiff | CopydeskError;
  /** The one file that is shown. */
  onlyFile: string | undefined;
}

/** The page of what a job has changed. */
export function changesMain(view: ChangesView, jobAddress: string): Html {
  return html`<article class="job-page">
    <header class="page-head">
      <h1>What it has changed</h1>
      <p class="lead"><a href="${jobAddress}">Back to the job</a></p>
    </header>
    <h2 class="visually-hidden">Files</h2>
    ${changesPart(view, view.onlyFile === undefined ? onOwnPage : fileLimits)}
  </article>`;
}

/** The files with their diffs. */
export function changesPart({ address, diff, onlyFile }: ChangesView, limits: DiffLimits): Html {
  if (isCopydeskError(diff)) return note(`The change cannot be shown at the moment. ${diff.message}`);
  const files = onlyFile === undefined ? diff.files : diff.files.filter(({ path }) => path === onlyFile);
  if (files.length === 0) return html`<p class="note card">Nothing differs.</p>`;
  const showings = showingOf(files, limits);
  const words = newWordBudget();
  const aloneHref = (file: FileDiff) => `${address}?${new URLSearchParams({ file: file.path }).toString()}`;
  return html`<p class="meta">
      ${plural(diff.files.length, 'file')}
      <span class="counts"
        ><span class="plus">+${diff.additions}</span> <span class="minus">−${diff.deletions}</span></span
      >
    </p>
    <div class="sections">
      ${files.map((file, index) => {
        const body = bodyOf(file, { showing: showings[index] ?? 'alone', words, aloneHref: aloneHref(file) });
        return fileSection({ file, body, limits, isViewed: false, viewedButton: undefined });
      })}
    </div>`;
}

const onOwnPage: DiffLimits = { ...pageLimits, files: 30, lines: 1_000 };

/** In the page of the job itself it is not to be too long. */
export const inJobPage: DiffLimits = { ...pageLimits, files: 10, lines: 400 };

function bodyOf(
  file: FileDiff,
  { showing, words, aloneHref }: { showing: Showing; words: WordBudget; aloneHref: string },
): HtmlValue {
  if (showing !== 'now') return note(html`<a href="${aloneHref}">Show this file alone</a>`);
  return fileBody({
    file,
    layout: 'unified',
    text: undefined,
    context: 0,
    words,
    more: undefined,
    imageHref: () => undefined,
  });
}
