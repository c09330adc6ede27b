import { hugoSlugger } from '../../links/sluggers.ts';
import { joinPath, folderOf } from '../../paths.ts';
import type { AnchorRules, TakenIn } from '../../site/kind.ts';
import { findReferred } from './references.ts';

type Page = Parameters<NonNullable<AnchorRules['takesIn']>>[0];

/** What a page has anchors from by shortcodes that include files, and by the terms of lists of definitions. */
export function takesIn(page: Page): TakenIn {
  const files: string[] = [];
  const loud = new Set<string>();
  for (const { 1: name = '', 2: path = '' } of page.text.matchAll(shortcode)) {
    const file = includes.test(name) && path !== '' ? includedFile(page, path) : undefined;
    if (file !== undefined) files.push(file);
    else if (!quiet.has(name) && page.site.quietParts?.has(name) !== true) loud.add(name);
  }
  return {
    files,
    anchors: termsIn(page.text),
    doubts: [...loud].map((name) => `the shortcode ${name} may make anchors`),
  };
}

const shortcode = /\{\{[<%]\s*([\w][\w./-]*)(?:\s+(?:(?:file|path|page|name)=)?["'`]?([^"'`\s<>%{}=]+)["'`]?)?/g;

const includes = /include|readfile|snippet|import|transclude|content/i;

function includedFile({ site, index, from }: Page, path: string): string | undefined {
  const found = findReferred({ site, index, from, path }, true);
  if (found !== undefined && index.isFile(found)) return found;
  const folders = [folderOf(from), site.root, ...site.contents.map(({ folder }) => folder), ...site.statics];
  return folders.map((folder) => joinPath(folder, path)).find((file) => file !== undefined && index.isFile(file));
}

/** `term` above `: definition` has an id where the site wants it so: gohugo.io/configuration/markup */
function termsIn(text: string): string[] {
  if (!text.includes('\n:')) return [];
  const slugger = hugoSlugger();
  const terms = [...text.matchAll(/^([^\s:#|>][^\n]{0,200})\n(?:[ \t]*\n)?:[ \t]/gm)];
  // A heading of the same name may be numbered instead, whichever comes first.
  return terms.flatMap(([, term = '']) =>
    numbered(slugger.next(term.replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?|[`*]/g, '$1'))),
  );
}

function numbered(id: string): string[] {
  return [id, `${id}-1`];
}

/** Those that come with Hugo, and names that themes give to boxes, cards and tabs. */
const quiet = new Set(
  (
    'ref relref figure gist highlight instagram param qr vimeo x twitter youtube details rawhtml ' +
    'alert note warning tip info caution danger important notice hint callout admonition pageinfo button badge icon ' +
    'tabs tab tabpane card cards cardpane columns column steps img image video imgproc iframe br expand mermaid comment'
  ).split(' '),
);
