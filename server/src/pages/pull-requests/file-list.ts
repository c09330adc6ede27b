import type { FileDiff } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { anchorOf, filesAtOnce } from './files.ts';
import type { PullRequestView } from './view.ts';

const mostListed = 1_000;

/** Renders the changed files by folder, each with a link to its diff on this page or on the page that contains it. */
export function fileList(files: readonly FileDiff[], view: Pick<PullRequestView, 'from' | 'layout' | 'href'>): Html {
  const listed = files.slice(0, mostListed);
  const places = new Map(listed.map((file, place) => [file, place]));
  const folders = Map.groupBy(listed, (file) => folderOf(file.path));
  const more = files.length - listed.length;
  return html`<nav class="files" aria-label="Changed files">
    <ul>
      ${Array.from(
        folders,
        ([folder, inside]) =>
          html`<li>
            <span class="folder">${folder === '' ? 'top folder' : folder}</span>
            <ul>
              ${inside.map((file) => entry(file, pageOf(places.get(file) ?? 0, view)))}
            </ul>
          </li>`,
      )}
    </ul>
    ${more > 0 && html`<p class="note">and ${more} more</p>`}
  </nav>`;
}

function entry(file: FileDiff, page: string): Html {
  const { path, change, binary, additions, deletions } = file;
  const name = path.slice(folderOf(path).length);
  const lines = html`<span class="plus">+${additions}</span><span class="minus">−${deletions}</span>`;
  return html`<li class="${change}">
    <a href="${page}#${anchorOf(path)}" title="${path}">${name}</a>${binary ? html`<span>binary</span>` : lines}
  </li>`;
}

/** Returns the address of the page that contains a file; '' when it is this one. */
function pageOf(place: number, { from, layout, href }: Pick<PullRequestView, 'from' | 'layout' | 'href'>): string {
  if (place >= from && place < from + filesAtOnce) return '';
  return href('', { view: layout, from: String(place - (place % filesAtOnce)) });
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
