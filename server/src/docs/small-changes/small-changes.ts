import { changesBetween } from '../compare/changes.ts';
import { findMissingAnchor } from '../check/links.ts';
import { useOf } from '../links/uses.ts';
import { isMarkdown } from '../text/paths.ts';
import type { DocsView } from '../view.ts';
import { whyUnproven } from './known-words.ts';
import { comparePages, type PageChange } from './page-change.ts';
import { compareRedirects } from './redirects-change.ts';

/** A kind of change that may be recognised without understanding what the docs say. */
export type SmallKind = 'links' | 'spelling' | 'redirects';

/** What was recognised in a change. */
export interface SmallChange {
  /** The kinds of the files that were recognised, sorted. */
  kinds: SmallKind[];
  /** Each file with its kinds and what becomes what, or with why a person must decide; sorted by path. */
  files: SmallFile[];
}

export type SmallFile =
  | { path: string; kinds: SmallKind[]; changes: { from: string; to: string; line: number }[] }
  | { path: string; because: string };

/** More misspelt words than these are a rewritten page. */
const mostWords = 50;

/** No change of more files is small. Reading them would take long for nothing. */
const mostFiles = 500;

/**
 * Recognises a change by its files alone. Each file must be a page in which only targets of links and misspelt words
 * differ, or one to which redirects are added. Whatever else there is, an added or removed file for example, is for a
 * person.
 */
export async function recogniseChange(before: DocsView, after: DocsView): Promise<SmallChange> {
  const { added, removed, modified } = changesBetween(before.tree, after.tree);
  const others = [
    ...added.map((path) => ({ path, because: 'it is a new file' })),
    ...removed.map((path) => ({ path, because: 'it is removed' })),
    ...modified.slice(mostFiles).map((path) => ({ path, because: 'too many files change' })),
  ];
  const files: SmallFile[] = [...others];
  const words: PageChange['words'] = [];
  for (const path of modified.slice(0, mostFiles)) files.push(await recogniseFile(before, after, path, words));
  const fault = words.length > mostWords ? `${words.length} words change` : await whyUnproven(before, after, words);
  const judged = fault === undefined ? files : files.map((file) => withFault(file, fault));
  const kinds = new Set(judged.flatMap((file) => ('kinds' in file ? file.kinds : [])));
  return { kinds: [...kinds].toSorted(), files: judged.toSorted((a, b) => (a.path < b.path ? -1 : 1)) };
}

function withFault(file: SmallFile, because: string): SmallFile {
  return 'kinds' in file && file.kinds.includes('spelling') ? { path: file.path, because } : file;
}

async function recogniseFile(
  before: DocsView,
  after: DocsView,
  path: string,
  words: PageChange['words'],
): Promise<SmallFile> {
  if (before.tree.entry(path)?.kind !== 'file' || after.tree.entry(path)?.kind !== 'file')
    return { path, because: 'it is no plain file' };
  if (!isMarkdown(path)) {
    const found = await compareRedirects(before, after, path);
    if (found === undefined) return { path, because: 'it is neither a page nor a file of redirects' };
    return 'because' in found ? { path, ...found } : { path, kinds: ['redirects'], changes: found.redirects };
  }
  if (!before.pages.includes(path) || !after.pages.includes(path))
    return { path, because: 'it is no page of the docs' };
  const found = await comparePage(before, after, path);
  if ('because' in found) return { path, ...found };
  words.push(...found.words);
  const kinds: SmallKind[] = [
    ...(found.targets.length > 0 ? ['links' as const] : []),
    ...(found.words.length > 0 ? ['spelling' as const] : []),
  ];
  const changes = [...found.targets, ...found.words].map(({ from, to, line }) => ({ from, to, line }));
  return { path, kinds, changes: changes.toSorted((a, b) => a.line - b.line) };
}

async function comparePage(before: DocsView, after: DocsView, path: string): Promise<PageChange | { because: string }> {
  const [old, now] = await Promise.all([readTextAndPage(before, path), readTextAndPage(after, path)]);
  if (old === undefined || now === undefined) return { because: 'it cannot be parsed' };
  const found = comparePages(old, now);
  if ('because' in found) return found;
  for (const target of found.targets) {
    const fault = await targetFault(after, path, target);
    if (fault !== undefined) return { because: `line ${target.line}: ${fault}` };
  }
  return found;
}

async function readTextAndPage(view: DocsView, path: string) {
  const [text, page] = await Promise.all([view.text(path), view.page(path)]);
  return text.kind === 'known' && page.kind === 'known' ? { text: text.value, page: page.value } : undefined;
}

/** Returns why a target is not known to lead to a file of the docs. */
async function targetFault(
  view: DocsView,
  from: string,
  { to, link }: PageChange['targets'][number],
): Promise<string | undefined> {
  const use = useOf(view.sites.of(from).kind, link);
  if (use === undefined) return `it is not known where ${to} leads`;
  const found = await view.resolve(from, link.target, use);
  if (found.kind === 'external') return `${to} leads out of the docs`;
  if (found.kind !== 'found' || found.path === undefined) return `it is not known where ${to} leads`;
  if (!view.index.isFile(found.path)) return `${to} leads to no file`;
  const missing = await findMissingAnchor(view, from, found.path, found.anchor);
  return missing === undefined ? undefined : `${to} leads to a heading that is not there`;
}
