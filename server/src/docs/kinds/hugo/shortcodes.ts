import { hugoSlugger } from '../../links/sluggers.ts';
import { joinPath, folderOf } from '../../paths.ts';
import type { AnchorRules, TakenIn } from '../../site/kind.ts';
import { findReferred } from './references.ts';
import { wordsIn } from './templates.ts';

type Page = Parameters<NonNullable<AnchorRules['takesIn']>>[0];

/** What a page has anchors from by shortcodes that include files, and by the terms of lists of definitions. */
export function takesIn(page: Page): TakenIn {
  const files: string[] = [];
  const loud = new Set<string>();
  for (const { 1: name = '', 2: path = '' } of page.text.matchAll(shortcode)) {
    const file = includes.test(name) && path !== '' ? includedFile(page, path) : undefined;
    if (file !== undefined) files.push(file);
    else if (!quiet.has(name.replace(/\/.*$/, '')) && page.site.quietParts?.has(name) !== true) loud.add(name);
  }
  return {
    files,
    anchors: [...termsIn(page.text), ...anchorsOfTemplates(page, loud)],
    doubts: [...loud].map((name) => doubtAbout(page, name)),
  };
}

/** A template that makes ids of what it is given makes them of words that are there. */
function doubtAbout({ site, text }: Page, name: string): TakenIn['doubts'][number] {
  const because = `the shortcode ${name} may make anchors`;
  const known = site.templateAnchors?.get(name);
  if (!known) return because;
  return {
    because,
    mayMake(anchor) {
      const words = wordsIn(text.replace(/\]\([^()\s]*|\bhref\s*=\s*"[^"]*"/g, ' '));
      return [...wordsIn(anchor)].every((word) => words.has(word) || known.words.has(word));
    },
  };
}

/** The values given to such templates, behind what their ids begin with: `{{< def id="leaf" >}}` makes `def-leaf`. */
function anchorsOfTemplates({ site, text }: Page, names: Set<string>): string[] {
  const known = [...names].flatMap((name) => site.templateAnchors?.get(name) ?? []);
  const prefixes = [...new Set(known.flatMap((one) => one.prefixes))].slice(0, 10);
  if (prefixes.length === 0) return [];
  const values = new Set<string>();
  for (const [, name = '', given = ''] of text.matchAll(invocation)) {
    if (site.templateAnchors?.has(name) !== true) continue;
    for (const [, double, single, bare] of given.matchAll(value)) values.add(double ?? single ?? bare ?? '');
  }
  const spelled = [...values].flatMap((one) => [one, hugoSlugger().next(one)]);
  return [...new Set(prefixes.flatMap((prefix) => spelled.map((one) => prefix + one)))];
}

const invocation = /\{\{[<%]\s*([\w][\w./-]*)\s([^{}]{0,2000})[>%]\}\}/g;

const value = /(?:^|[\s=])(?:"([^"]{1,200})"|[`']([^`']{1,200})[`']|([^\s"'`=<>%/]{1,200}))/g;

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
    'tabs tab tabpane filetree term card cards cardpane columns column steps img image video imgproc iframe br expand mermaid comment'
  ).split(' '),
);
