import type { FileDiff } from '@copydesk/contract';
import { sectionsOf } from '../diff/headings.ts';
import { parseHunks } from '../diff/hunks.ts';
import type { Hunk } from '../diff/hunks.ts';
import { fileLines, hasMoreLines, withMoreContext } from '../diff/more-context.ts';
import { diffTable } from '../diff/rows.ts';
import type { WordBudget } from '../diff/words.ts';
import { html } from '../view/html.ts';
import type { Html, HtmlValue } from '../view/html.ts';
import { renderPreview } from '../view/preview.ts';

/** How the files are shown: a diff in one column, in two, or beside a preview of the page. */
export type FileLayout = 'unified' | 'split' | 'preview';

/** What the body of a file is rendered from. */
export interface FileBody {
  file: FileDiff;
  layout: FileLayout;
  /** The file's text as it is now; undefined where it is deleted, binary or too large. */
  text: string | undefined;
  /** How many more context lines each hunk has than in the diff. */
  context: number;
  words: WordBudget;
  /**
   * The addresses of the same diff with all lines, as a page and as a part of one; undefined when all lines are shown.
   */
  more: { href: string; partHref: string } | undefined;
  imageHref: (source: string) => string | undefined;
}

/** Renders what stands below a file's name. */
export function fileBody(shown: FileBody): HtmlValue {
  const { file } = shown;
  if (file.binary) return note('A binary file: its content is not shown.');
  if (file.patch !== '') return changes(shown);
  if (file.additions + file.deletions > 0) return note('The whole change is too large: this file is not shown here.');
  if (file.oldPath !== null) return note('Moved without a change of its content.');
  return note(file.change === 'modified' ? 'Only the file’s mode has changed.' : 'An empty file.');
}

export function note(text: HtmlValue): Html {
  return html`<p class="note">${text}</p>`;
}

/** Whether a file is a page that can be shown as readers see it. */
export function isMarkdown(path: string): boolean {
  return /\.(md|mdx|markdown|mdoc)$/i.test(path);
}

function changes(shown: FileBody): HtmlValue {
  const { file, layout, text, words, imageHref } = shown;
  // In two columns half of the width would stay empty.
  const isWhole = file.change === 'added' || file.change === 'deleted';
  const view = layout === 'split' && !isWhole ? 'split' : 'unified';
  const hunks = namedHunks(shown, isWhole);
  const more = !isWhole && text !== undefined && hasMoreLines(hunks, fileLines(text)) ? shown.more : undefined;
  const table = html`<div class="scroll" tabindex="0">
    ${diffTable(hunks, { view, label: `Changes in ${file.path}`, words, more })}
  </div>`;
  if (layout !== 'preview' || text === undefined || !isMarkdown(file.path)) return table;
  return html`<div class="with-preview">
    ${table}
    <div class="preview" role="region" aria-label="${file.path} as readers see it" tabindex="0" dir="auto">
      ${renderPreview(text, imageHref)}
    </div>
  </div>`;
}

function namedHunks({ file, text, context }: FileBody, isWhole: boolean): Hunk[] {
  const hunks = parseHunks(file.patch);
  if (isWhole) return hunks;
  // git takes any line of a page that begins with a letter for a section: no section is better than that.
  if (text === undefined) return isMarkdown(file.path) ? hunks.map((hunk) => ({ ...hunk, section: '' })) : hunks;
  const wider = context > 0 ? withMoreContext(hunks, fileLines(text), context) : hunks;
  if (!isMarkdown(file.path)) return wider;
  const sectionAt = sectionsOf(text);
  for (const hunk of wider) hunk.section = sectionAt(firstChange(hunk));
  return wider;
}

/** Returns the line of the new file at which a hunk's first change is. */
function firstChange({ newStart, blocks }: Hunk): number {
  const [first] = blocks;
  return first?.kind === 'context' ? newStart + first.lines.length : newStart;
}
