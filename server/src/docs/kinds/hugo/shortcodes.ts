import { hugoSlugger } from '../../links/anchors/sluggers.ts';
import { joinPath, folderOf } from '../../text/paths.ts';
import type { AnchorRules, Inclusions } from '../../site/kind.ts';
import { findReferred } from './references.ts';
import { wordsIn } from './templates.ts';

type Page = Parameters<NonNullable<AnchorRules['inclusionsOf']>>[0];

/** Returns the anchors that a page gets from shortcodes that include files and from terms of definition lists. */
export function inclusionsOf(page: Page): Inclusions {
  const files: string[] = [];
  const doubtful = new Set<string>();
  for (const { 1: name = '', 2: path = '' } of page.text.matchAll(shortcode)) {
    const file = includes.test(name) && path !== '' ? includedFile(page, path) : undefined;
    if (file !== undefined) files.push(file);
    else if (!shortcodesWithoutAnchors.has(name.replace(/\/.*$/, '')) && page.site.quietParts?.has(name) !== true)
      doubtful.add(name);
  }
  return {
    files,
    anchors: [...termsIn(page.text), ...anchorsOfTemplates(page, doubtful)],
    doubts: [...doubtful].map((name) => doubtAbout(page, name)),
  };
}

/**
 * Returns the doubt about a shortcode. If its template makes ids from its arguments, they contain only words of the
 * page and of the template.
 */
function doubtAbout({ site, text }: Page, name: string): Inclusions['doubts'][number] {
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

/**
 * Returns the ids made from arguments of such templates, with the prefix of each: `{{< def id="leaf" >}}` makes
 * `def-leaf`.
 */
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

/** Returns the ids of terms (`term` above `: definition`), which a site can enable: gohugo.io/configuration/markup */
function termsIn(text: string): string[] {
  if (!text.includes('\n:')) return [];
  const slugger = hugoSlugger();
  const terms = [...text.matchAll(/^([^\s:#|>][^\n]{0,200})\n(?:[ \t]*\n)?:[ \t]/gm)];
  // If a heading has the same name, the later of the two gets a number. So both forms are returned.
  return terms.flatMap(([, term = '']) =>
    withFirstNumber(slugger.next(term.replace(/!?\[([^[\]]*)\](?:\([^()]*\)|\[[^[\]]*\])?|[`*]/g, '$1'))),
  );
}

function withFirstNumber(id: string): string[] {
  return [id, `${id}-1`];
}

/** Shortcodes that make no anchors: those of Hugo, and names that themes use for boxes, cards and tabs. */
const shortcodesWithoutAnchors = new Set(
  (
    'ref relref figure gist highlight instagram param qr vimeo x twitter youtube details rawhtml ' +
    'alert note warning tip info caution danger important notice hint callout admonition pageinfo button badge icon ' +
    'tabs tab tabpane filetree term card cards cardpane columns column steps img image video imgproc iframe br expand mermaid comment'
  ).split(' '),
);
