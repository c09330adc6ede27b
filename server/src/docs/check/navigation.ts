import { mapBounded } from '../map-bounded.ts';
import { lineAt } from '../text/lines.ts';
import { judge, type Verdict } from '../links/judge.ts';
import { isIndexPage } from '../links/lookup.ts';
import { referencesIn, type NavigationReference } from '../navigation/navigation.ts';
import { navigationOf } from '../navigation/sources.ts';
import { readNavigation } from '../navigation/read.ts';
import { isIgnored } from '../parts/ignored.ts';
import { folderOf, isMarkdown, isWithin, joinPath, pathWithin } from '../text/paths.ts';
import { problem, type Finding } from '../rules.ts';
import type { NavigationFile, NavigationSource, Site } from '../site/kind.ts';
import { contentOf } from '../site/site.ts';
import type { DocsView } from '../view.ts';
import { ignoredByGit, type Checking } from './links.ts';
import { suggestTarget } from './suggest.ts';

/** Finds problems in the navigation of every site in or around the docs folder. */
export async function checkNavigation(view: DocsView, checking: Checking): Promise<Finding[]> {
  const sites = view.sites.all.filter((site) => site === view.sites.main || isWithin(site.root, view.folder));
  return (await Promise.all(sites.map((site) => checkSite(view, site, checking)))).flat();
}

async function checkSite(view: DocsView, site: Site, checking: Checking): Promise<Finding[]> {
  const found: Finding[] = [];
  const files: NavigationFile[] = [];
  const sources = await navigationOf(view, site);
  for (const source of sources) {
    const read = await readNavigation(view, site, source);
    if (read.kind === 'read') {
      files.push(read.file);
      found.push(...(await missingPages(view, site, read.file, checking)));
    } else if (read.broken) {
      found.push(problem('navigation-parse', source.path, 1, `The navigation cannot be read: ${read.message}`, ''));
    }
  }
  if (files.length === 0 || files.length < sources.length || !files.every(({ complete }) => complete)) return found;
  return [...found, ...(await lostPages(view, site, files))];
}

async function missingPages(
  view: DocsView,
  site: Site,
  { source, text, lists }: NavigationFile,
  { evidence, tally }: Checking,
): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const reference of referencesIn(lists)) {
    if (reference.path !== undefined || !reference.sure) continue;
    const line = lineAt(text, reference.span.start);
    const verdict = await judgeReference(view, site, linkOf(source, reference), evidence);
    if (verdict.kind === 'not-judged') {
      tally.notJudged(verdict.because, () => `${source.path}:${line} ${reference.value}`);
      continue;
    }
    if (verdict.kind === 'leads') continue;
    const message = `The navigation names ${reference.value}, which does not exist`;
    found.push({
      ...problem('navigation-missing-page', source.path, line, message, reference.value),
      subject: reference.value,
      suggestion: suggestReference(view, source, reference),
    });
  }
  return found;
}

async function judgeReference(
  view: DocsView,
  site: Site,
  link: ReturnType<typeof linkOf>,
  evidence: Checking['evidence'],
): Promise<Verdict> {
  // Some kinds name pages without extension.
  if ((await isIgnored(view, link.expected)) || (await isIgnored(view, `${link.expected}.md`))) return ignoredByGit;
  return site.doubts.length === 0 ? { kind: 'broken' } : judge(site, await evidence(), link);
}

/** Returns a reference as an equivalent link. */
function linkOf({ folder, format }: NavigationSource, { value }: NavigationReference) {
  const from = folder === '' ? 'SUMMARY.md' : `${folder}/SUMMARY.md`;
  const raw = format.references === 'path' ? value : `/${value.replace(/^\//, '')}`;
  return { from, raw, expected: joinPath(folder, value.replace(/^\//, '')) ?? value };
}

/** Suggests a page as for links, spelled like the file's references. */
function suggestReference(
  view: DocsView,
  source: NavigationSource,
  reference: NavigationReference,
): string | undefined {
  const { references } = source.format;
  const { value } = reference;
  if (references === 'id') return undefined;
  const { from, raw, expected } = linkOf(source, reference);
  const isPath = references === 'path';
  const suggestion = suggestTarget(view, from, raw, expected, 'link');
  return value.startsWith('/') || isPath ? suggestion : suggestion?.replace(/^\//, '');
}

/** Finds pages that no file of a complete navigation names and whose front matter does not hide them. */
async function lostPages(view: DocsView, site: Site, files: NavigationFile[]): Promise<Finding[]> {
  const named = new Set(files.flatMap(({ lists }) => [...referencesIn(lists)].flatMap(({ path }) => path ?? [])));
  const folders = new Set(files.map(({ source }) => source.folder));
  const candidates = view.index.files.filter((path) => {
    if (!isMarkdown(path) || named.has(path) || view.sites.of(path) !== site || !view.isPage(path)) return false;
    const content = contentOf(site, path);
    if (content?.kind !== 'docs' || content.fallback !== undefined || !folders.has(content.folder)) return false;
    return !isFrontPage(path, content.folder) && files.some((file) => file.covers(path));
  });
  const hidden = await mapBounded(candidates, 32, (path) => isMarkedHidden(view, path));
  return candidates
    .filter((_, position) => hidden[position] === false)
    .map((path) => problem('navigation-lost-page', path, 1, 'The navigation does not name this page', ''));
}

function isFrontPage(path: string, folder: string): boolean {
  const inner = pathWithin(path, folder);
  return (
    (isIndexPage(path) && folderOf(inner) === '') || /(?:^|\/)(?:404|tags|introduction|SUMMARY)\.mdx?$/i.test(inner)
  );
}

async function isMarkedHidden(view: DocsView, path: string): Promise<boolean> {
  const rough = await view.facts.rough(view.tree, path);
  if (rough.kind === 'refused') return true;
  const { frontMatter } = rough.value;
  return [
    'hidden',
    'unlisted',
    'draft',
    'orphan',
    'noindex',
    'layout',
    'sidebar',
    'template',
    'url',
    'displayed_sidebar',
    'search',
    'redirect',
  ].some((key) => frontMatter[key] !== undefined && frontMatter[key] !== 'false');
}
