import type { TextEdit } from '../text/lines.ts';
import { isComponent } from '../parse/elements.ts';
import type { Tag } from '../parse/mdx/tags.ts';
import type { LostAt } from './lost.ts';

/** What replaces the elements of a page, and what is lost with them. */
export interface Replaced {
  edits: TextEdit[];
  lost: LostAt[];
}

/**
 * Replaces tags by what a reader of the text gets: nothing, the words of a component, the address of a link or an image.
 * The text between tags stays, except that of scripts, styles and drawings.
 *
 * @param imports the paths that the page imports; a component from a page's file is an include.
 */
export function replaceElements(text: string, tags: readonly Tag[], imports: readonly { target: string }[]): Replaced {
  const edits: TextEdit[] = [];
  const lost: LostAt[] = [];
  const included = importedPages(text, imports);
  const anchors: string[] = [];
  const unclosed = new Set<string>();
  let done = 0;
  for (const [index, tag] of tags.entries()) {
    if (tag.start < done) continue;
    const name = tag.name.toLowerCase();
    if (tag.kind === 'open' && elementsWithoutText.has(name) && !unclosed.has(name)) {
      const end = endOf(tags, index, name);
      if (end === undefined) unclosed.add(name);
      done = end ?? tag.end;
      edits.push({ start: tag.start, end: done, text: '' });
      continue;
    }
    edits.push({ start: tag.start, end: tag.end, text: textFor(text, tag, anchors) });
    const part = lostPartOf(text, tag, included);
    if (part) lost.push({ ...part, at: tag.start });
  }
  return { edits, lost };
}

/** Elements whose content is no text. */
const elementsWithoutText = new Set(['script', 'style', 'svg', 'template', 'noscript', 'canvas']);

function endOf(tags: readonly Tag[], from: number, name: string): number | undefined {
  for (let index = from + 1; index < tags.length; index += 1) {
    const tag = tags[index];
    if (tag?.kind === 'close' && tag.name.toLowerCase() === name) return tag.end;
  }
  return undefined;
}

function textFor(text: string, tag: Tag, anchors: string[]): string {
  const name = tag.name.toLowerCase();
  if (name === 'a') return anchorText(text, tag, anchors);
  if (tag.kind === 'close') return name === 'p' || name === 'tr' ? '\n' : '';
  if (name === 'br' || name === 'hr') return '\n';
  if (name === 'code' || name === 'kbd') return '';
  if (isImage(text, tag)) return imageText(text, tag);
  if (frames.has(name)) return frameText(text, tag);
  return isComponent(tag.name) ? componentText(text, tag) : '';
}

/** `anchors` contains what closes each of the open anchors. */
function anchorText(text: string, tag: Tag, anchors: string[]): string {
  if (tag.kind === 'close') return anchors.pop() ?? '';
  if (tag.kind === 'empty') return '';
  const href = addressOf(text, tag);
  anchors.push(href === undefined ? '' : `](${href})`);
  return href === undefined ? '' : '[';
}

function imageText(text: string, tag: Tag): string {
  const words = attribute(text, tag, ['alt', 'title', 'caption']) ?? '';
  return `![${words}](${attribute(text, tag, ['src']) ?? ''})`;
}

function frameText(text: string, tag: Tag): string {
  const source = attribute(text, tag, ['src']);
  return source === undefined ? '' : `[${attribute(text, tag, ['title']) ?? tag.name.toLowerCase()}](${source})`;
}

function componentText(text: string, tag: Tag): string {
  const words = attribute(text, tag, titleAttributes);
  if (words === undefined) return '';
  const href = addressOf(text, tag);
  const shown = href === undefined ? `**${words}**` : `**[${words}](${href})**`;
  return isAlone(text, tag) ? `\n${shown}\n` : `${shown} `;
}

function addressOf(text: string, tag: Tag): string | undefined {
  return attribute(text, tag, ['href', 'to']);
}

/** Whether a tag has a line of its own. */
function isAlone(text: string, { start, end }: Tag): boolean {
  const before = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  return before.trim() === '' && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end, end + 100));
}

function lostPartOf(text: string, tag: Tag, included: ReadonlyMap<string, string>): Omit<LostAt, 'at'> | undefined {
  if (tag.kind === 'close') return undefined;
  const name = tag.name.toLowerCase();
  if (isImage(text, tag)) return { kind: 'image', name: attribute(text, tag, ['src']) ?? tag.name };
  if (frames.has(name)) return { kind: 'frame', name: attribute(text, tag, ['src']) ?? tag.name };
  if (!isComponent(tag.name)) return undefined;
  const file = included.get(tag.name);
  if (file !== undefined) return { kind: 'include', name: file };
  if (tabGroups.test(tag.name)) return { kind: 'tabs', name: tag.name };
  const hasNothing = tag.kind === 'empty' && attribute(text, tag, titleAttributes) === undefined;
  return hasNothing && tag.name !== 'Fragment' ? { kind: 'component', name: tag.name } : undefined;
}

const frames = new Set(['iframe', 'video', 'audio', 'embed', 'object']);

/** `Tabs`, `CodeGroup`, `CodeTabs`, `Tabs.Root`, `starlight-tabs`, but not `Tab` and `TabItem`, which are within one. */
const tabGroups = /^(?:[\w-]*Tabs|CodeGroup|CodeBlocks|TabGroup|Tabs?\.(?:Root|Group)|[\w-]+-tabs|tabs?-group)$/i;

const titleAttributes = ['title', 'label', 'tab', 'header', 'summary', 'name', 'value'];

function isImage(text: string, tag: Tag): boolean {
  if (tag.kind === 'close') return false;
  return tag.name === 'img' || (/image|^Img$/i.test(tag.name) && attribute(text, tag, ['src']) !== undefined);
}

/** Returns the first of some attributes that is not empty. Tags are read from a masked text, their values from the page. */
function attribute(text: string, tag: Tag, names: readonly string[]): string | undefined {
  for (const name of names) {
    const span = tag.attributes.find((one) => one.name === name)?.span;
    const value = span && text.slice(span.start, span.end).trim();
    if (value !== undefined && value !== '') return value;
  }
  return undefined;
}

/** Returns the components of a page that are pages themselves, by the names under which it imports them. */
function importedPages(text: string, imports: readonly { target: string }[]): Map<string, string> {
  const pages = imports.filter(({ target }) => /\.(?:mdx?|markdown)$/i.test(target));
  const named = pages.length === 0 ? [] : text.matchAll(/\bimport[ \t]+([A-Z]\w*)[ \t]+from[ \t]+["']([^"'\n]+)["']/g);
  return new Map(
    [...named].flatMap(([, name = '', file = '']) =>
      pages.some(({ target }) => target === file) ? [[name, file]] : [],
    ),
  );
}
