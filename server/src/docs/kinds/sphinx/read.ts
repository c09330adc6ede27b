import { valueAt, itemsOf, textOf, type Literal } from '../../literal/literal.ts';
import { folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import { readPairs } from '../../redirects/text-stores.ts';
import { delimiterSettings, type TemplateMarks } from '../../page-code/code-rules.ts';
import { globMatcher } from '../../site/glob.ts';
import type { NavigationSource, ReadSite, SiteContext } from '../../site/kind.ts';
import { asPrefix, readConfig, siteOf, joinParts } from '../../site/site.ts';
import { sourceEndings } from './links.ts';
import { readAssignment } from './python.ts';
import { addressOfSource, redirectFile } from './redirects.ts';
import { isToc, tocYaml } from './toc-yaml.ts';

/**
 * Reads a Sphinx site with Markdown pages from `conf.py`, as text. sphinx-doc.org/en/master/usage/configuration.html
 */
export async function readSphinx(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const text = await context.facts.text(context.tree, path);
  if (text.kind === 'refused') return undefined;
  const folder = folderOf(path);
  const value = (name: string) => readAssignment(text.value, name);
  const extensions = itemsOf(value('extensions')).flatMap((item) => textOf(item) ?? []);
  if (!isSphinx(context, folder, text.value, extensions)) return undefined;
  const site = siteIn(folder, path);
  const depth = value('myst_heading_anchors');
  return {
    ...site,
    base: asPrefix(URL.parse(textOf(value('html_baseurl')) ?? '')?.pathname ?? ''),
    generated: generatedPrefixes(value),
    nameDoubt: nameDoubtOf(text.value, extensions),
    excludes: exclusionTest(folder, itemsOf(value('exclude_patterns'))),
    // Without the setting no heading has an anchor. If it is computed, any heading may have one.
    linkedHeadings: depth === undefined ? 0 : numberOf(depth),
    navigation: await tocBeside(context, folder),
    redirects: await redirectsOf(context, path, text.value),
    // myst-parser.readthedocs.io/en/latest/syntax/optional.html#substitutions-with-jinja2
    plainTemplates: !/substitution|sub_delimiters|import \*|\b(?:exec|eval|setattr|globals|__import__)\b/.test(
      text.value,
    ),
    ...(text.value.search(delimiterSettings) !== -1 && { templateMarks: marksOf(value('myst_sub_delimiters')) }),
  };
}

/** Each delimiter is doubled: `["[", "]"]` reads `[[name]]`. myst-parser.readthedocs.io/en/latest/configuration.html */
function marksOf(delimiters: Literal | undefined): TemplateMarks {
  const [open, close, ...more] = itemsOf(delimiters).map(textOf);
  if (open === undefined || close === undefined || more.length > 0) return 'unreadable';
  // If both are alike, each may begin or end one.
  if (open === close) return [[open + open, '}}{{']];
  return [
    [open + open, '{{'],
    [close + close, '}}'],
  ];
}

/**
 * Reads a Jupyter Book: `_toc.yml`, with `_config.yml` instead of a `conf.py`. jupyterbook.org/v1/structure/toc.html
 */
export async function readJupyterBook(context: SiteContext, path: string): Promise<ReadSite | undefined> {
  const folder = folderOf(path);
  const navigation = await tocBeside(context, folder);
  if (navigation.length === 0) return undefined;
  const config = await readConfig(context, joinParts(folder, '_config.yml'));
  const depth =
    valueAt(config, 'parse', 'myst_heading_anchors') ?? valueAt(config, 'sphinx', 'config', 'myst_heading_anchors');
  return {
    ...siteIn(folder, path),
    excludes: exclusionTest(folder, itemsOf(valueAt(config, 'exclude_patterns'))),
    linkedHeadings: depth === undefined ? 6 : numberOf(depth),
    navigation,
    ...marksIn(valueAt(config, 'sphinx', 'config', 'myst_sub_delimiters')),
  };
}

function marksIn(delimiters: Literal | undefined): Pick<ReadSite, 'templateMarks'> {
  return delimiters === undefined ? {} : { templateMarks: marksOf(delimiters) };
}

function siteIn(folder: string, config: string): ReadSite {
  return {
    ...siteOf(folder, config),
    contents: [{ folder, routes: [''], kind: 'docs' }],
    statics: [folder],
    reportsMdx: false,
  };
}

/**
 * Whether a `conf.py` belongs to a Sphinx site with Markdown. Other programs have a `conf.py` too, and some sites have
 * no page in Markdown.
 */
function isSphinx({ index }: SiteContext, folder: string, text: string, extensions: string[]): boolean {
  const hasFront = sourceEndings.some((ending) =>
    ['index', 'contents', 'intro', 'README'].some((name) => index.isFile(joinParts(folder, name + ending))),
  );
  if (!hasFront && !/^(?:master|root)_doc\b/m.test(text)) return false;
  if (extensions.some((name) => /^myst_(?:parser|nb)|^recommonmark|^jupyter_book/.test(name))) return true;
  return /myst/.test(text) || index.files.some((file) => file.endsWith('.md') && isWithin(file, folder));
}

/**
 * Returns a doubt about unknown labels: directives of the project and inventories of other projects may define them.
 */
function nameDoubtOf(text: string, extensions: string[]): string | undefined {
  if (/\.add_(?:directive|object_type|crossref_type|domain)|note_explicit_target/.test(text))
    return 'directives of the project give names too';
  return extensions.includes('sphinx.ext.intersphinx') ? 'other projects give names too' : undefined;
}

/** Returns where extensions write pages during the build, from their settings and by convention. */
function generatedPrefixes(value: (name: string) => Literal | undefined): string[] {
  const named = ['autodoc2_output_dir', 'autoapi_root', 'automodapi_toctreedirnm'].map((name) => textOf(value(name)));
  const galleries = valueAt(value('sphinx_gallery_conf'), 'gallery_dirs');
  const folders = [...named, textOf(galleries), ...itemsOf(galleries).map(textOf)];
  return [...usualPrefixes, ...folders.flatMap((folder) => (folder === undefined ? [] : [asPrefix(folder)]))];
}

const usualPrefixes = [
  '/apidocs',
  '/autoapi',
  '/_autosummary',
  '/generated',
  '/genindex',
  '/modindex',
  '/py-modindex',
  '/search',
];

function numberOf(literal: Literal): number {
  return literal.kind === 'scalar' && typeof literal.value === 'number' ? Math.min(6, literal.value) : 6;
}

/**
 * Returns a test for `exclude_patterns`. They are relative to the source folder; one that names a folder excludes all
 * in it.
 */
function exclusionTest(folder: string, patterns: Literal[]): (path: string) => boolean {
  const tests = patterns.flatMap((pattern) => {
    const glob = textOf(pattern)?.replace(/\/$/, '');
    return glob === undefined ? [] : [globMatcher(glob, { sets: true }), globMatcher(`${glob}/**`, { sets: true })];
  });
  return (page) => {
    const inner = pathWithin(page, folder);
    return /^(?:_build|_templates|_static)\//.test(inner) || tests.some((test) => test(inner));
  };
}

async function tocBeside(context: SiteContext, folder: string): Promise<NavigationSource[]> {
  const path = joinParts(folder, '_toc.yml');
  if (!context.index.isFile(path) || !isToc(await readConfig(context, path))) return [];
  return [{ path, folder, format: tocYaml }];
}

/**
 * Reads the redirects of the extension sphinxext.rediraffe, by address: from the configuration, or from the file that
 * it names.
 */
async function redirectsOf(context: SiteContext, path: string, text: string): Promise<Map<string, string>> {
  const literal = readAssignment(text, 'rediraffe_redirects');
  if (literal?.kind === 'map')
    return redirectsByAddress(literal.entries.map(({ key, value }) => ({ source: key, target: textOf(value) })));
  const name = redirectFile(path, text);
  const file =
    name !== undefined && context.index.isFile(name) ? await context.facts.text(context.tree, name) : undefined;
  return redirectsByAddress(file?.kind === 'known' ? readPairs(file.value).redirects : []);
}

function redirectsByAddress(redirects: { source: string; target: string | undefined }[]): Map<string, string> {
  return new Map(
    redirects.flatMap(({ source, target }): [string, string][] =>
      target === undefined ? [] : [[addressOfSource(source), addressOfSource(target)]],
    ),
  );
}
