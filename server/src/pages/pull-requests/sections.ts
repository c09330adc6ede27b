import type { FileDiff } from '@copydesk/contract';
import type { Change } from '../../pull-requests/change.ts';
import type { PullRequestRepository } from '../../pull-requests/repository.ts';
import { newWordBudget } from '../diff/words.ts';
import type { WordBudget } from '../diff/words.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { plural } from '../view/numbers.ts';
import { fileBody, note } from './file-body.ts';
import type { FileLayout } from './file-body.ts';
import { textAt } from './file-text.ts';
import {
  contentOf,
  fileLimits,
  filesAtOnce,
  fileSection,
  laterBody,
  pageLimits,
  showingOf,
  wasViewed,
} from './files.ts';
import type { Showing } from './files.ts';
import { imagePaths } from './images.ts';

/** What the files of a change are shown with. */
export interface SectionsRequest {
  repository: PullRequestRepository;
  change: Change;
  docsFolder: string;
  layout: FileLayout;
  /** Set when only this file is shown. */
  onlyFile: string | undefined;
  /** Whether all lines of that file are shown. */
  wholeFile: boolean;
  /** The index of the first file that is shown. */
  from: number;
  /** The viewed files: a hash of the change by path. */
  viewed: ReadonlyMap<string, string>;
  formToken: string | undefined;
  href: (suffix?: string, query?: Record<string, string | undefined>) => string;
}

/**
 * Renders the files of a change from an index on, in the form that marks them as viewed; undefined when there are none.
 */
export async function filesForm(request: SectionsRequest): Promise<HtmlValue> {
  const { change, onlyFile, layout, from, href, formToken } = request;
  const files = onlyFile === undefined ? change.files : change.files.filter(({ path }) => path === onlyFile);
  if (files.length <= from) return undefined;
  const sections = await filesFrom(request, files);
  const before = from > 0 && beforeNote(request);
  if (formToken === undefined) return html`<div class="sections">${before}${sections}</div>`;
  return html`<quiet-form
    ><form class="sections" method="post" action="${href('/viewed')}">
      <input type="hidden" name="token" value="${formToken}" /><input type="hidden" name="from" value="${from}" /><input
        type="hidden"
        name="view"
        value="${layout}"
      />
      ${before}${sections}
    </form></quiet-form
  >`;
}

/**
 * Renders as many files from an index on as a page contains at once, and the loader of the next ones. The first have
 * their diffs.
 */
export async function filesFrom(request: SectionsRequest, files: readonly FileDiff[]): Promise<HtmlValue> {
  const { onlyFile, from } = request;
  const shown = files.slice(from, from + filesAtOnce);
  const limits = onlyFile === undefined ? pageLimits : fileLimits;
  const showings = showingOf(shown, limits);
  const words = newWordBudget();
  const parts = await Promise.all(
    shown.map(async (file, index) => {
      const isViewed = wasViewed(request.viewed, file);
      const showing = isViewed && onlyFile === undefined ? 'later' : (showings[index] ?? 'alone');
      return { file, isViewed, showing, text: await textFor(request, file, showing) };
    }),
  );
  // Rendered in the files' order, whichever text was read first: they share one budget of words.
  const sections = parts.map(({ file, isViewed, showing, text }) => {
    const body = bodyOf(request, file, { showing, text, words });
    return fileSection({ file, body, limits, isViewed, viewedButton: viewedButton(request, file, isViewed) });
  });
  return [sections, nextFiles(request, files.length)];
}

/**
 * Renders the element that loads the next files in its place when it is scrolled to. Without scripts it is a link to
 * them.
 */
function nextFiles({ from, change, layout, href }: SectionsRequest, count: number): Html | undefined {
  const next = from + filesAtOnce;
  if (next >= count) return undefined;
  const part = href('/files', { from: String(next), view: layout, head: change.headCommit });
  return html`<load-part src="${part}" class="note card" data-instead
    ><a href="${hrefFrom(href, layout, next)}">Next files</a> ${plural(count - next, 'file')} more</load-part
  >`;
}

function beforeNote({ from, layout, href, change }: SectionsRequest): Html {
  const address = hrefFrom(href, layout, Math.max(0, from - filesAtOnce));
  const last = Math.min(from + filesAtOnce, change.files.length);
  return html`<p class="note card">
    Files ${from + 1} to ${last} of ${change.files.length}. <a href="${address}">Files before</a>
  </p>`;
}

function hrefFrom(href: SectionsRequest['href'], view: FileLayout, from: number): string {
  return `${href('', { view, from: String(from) })}#changes`;
}

/** Renders the body of one file, which a page loads when it is scrolled to. */
export async function filePart(request: SectionsRequest, file: FileDiff): Promise<HtmlValue> {
  const showing = showingOf([file], fileLimits)[0] === 'alone' ? 'alone' : 'now';
  const text = await textFor(request, file, showing);
  return wholeBody(request, file, { showing, text, words: newWordBudget() });
}

/** How a file is shown, and the text that was read for it. */
interface Shown {
  showing: Showing;
  text: string | undefined;
  words: WordBudget;
}

async function textFor(
  { repository, change }: SectionsRequest,
  file: FileDiff,
  showing: Showing,
): Promise<string | undefined> {
  return showing === 'now' ? await textAt(repository, change.headCommit, file) : undefined;
}

function bodyOf(request: SectionsRequest, file: FileDiff, shown: Shown): HtmlValue {
  const hrefs = { partHref: partHref(request, file, false), aloneHref: aloneHref(request, file) };
  if (shown.showing === 'later') return laterBody(file, hrefs);
  return html`<load-part>${wholeBody(request, file, shown)}</load-part>`;
}

function wholeBody(request: SectionsRequest, file: FileDiff, { showing, text, words }: Shown): HtmlValue {
  if (showing === 'alone') {
    const href = aloneHref(request, file);
    return note(html`Not shown, to keep this page short. <a href="${href}">Show this file alone</a>`);
  }
  const { layout, wholeFile } = request;
  return fileBody({
    file,
    layout,
    text,
    context: wholeFile ? fileLimits.lines : 0,
    words,
    more: wholeFile ? undefined : { href: aloneHref(request, file, true), partHref: partHref(request, file, true) },
    imageHref: (source) => imageHref(request, source, file.path),
  });
}

function aloneHref({ href, layout }: SectionsRequest, { path }: FileDiff, whole = false): string {
  return `${href('', { file: path, view: layout, lines: whole ? 'all' : undefined })}#changes`;
}

function partHref({ href, layout, change }: SectionsRequest, { path }: FileDiff, whole: boolean): string {
  return href('/part', { file: path, view: layout, lines: whole ? 'all' : undefined, head: change.headCommit });
}

function imageHref({ href, change, docsFolder }: SectionsRequest, source: string, page: string): string | undefined {
  if (imagePaths(source, page, docsFolder).length === 0) return undefined;
  return href('/image', { source, page, head: change.headCommit });
}

function viewedButton({ formToken }: SectionsRequest, file: FileDiff, isViewed: boolean): Html | undefined {
  if (formToken === undefined) return undefined;
  const mark = `${isViewed ? 'no' : 'yes'} ${contentOf(file)} ${file.path}`;
  return html`<p class="viewed-mark">
    <button class="quiet" name="mark" value="${mark}">${isViewed ? 'Not viewed' : 'Viewed'}</button>
  </p>`;
}
