import type { FileDiff } from '@copydesk/contract';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { anchorOf, counts } from './files.ts';

const mostListed = 1_000;

/** The changed files by folder, each a link to its diff on this page. */
export function fileList(files: readonly FileDiff[]): Html {
  const listed = files.slice(0, mostListed);
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
              ${inside.map(entry)}
            </ul>
          </li>`,
      )}
    </ul>
    ${more > 0 && html`<p class="note">and ${more} more</p>`}
  </nav>`;
}

function entry(file: FileDiff): Html {
  const name = file.path.slice(folderOf(file.path).length);
  return html`<li class="${file.change}">
    <a href="#${anchorOf(file.path)}" title="${file.path}">${name}</a>${counts(file)}
  </li>`;
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
