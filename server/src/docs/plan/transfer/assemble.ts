import { lineAt, type TextEdit } from '../../text/lines.ts';
import type { DocsTree, FileEdit } from '../../tree.ts';
import type { DocsView } from '../../view.ts';
import { planAdd } from '../add.ts';
import { openDrafts, type Drafts } from '../drafts.ts';
import { addressAt, type LinkTarget } from '../link-target.ts';
import { formerPathsOf, pageTarget } from '../redirects/former-paths.ts';
import { updateMentions } from '../mentions.ts';
import { removeFromNavigation } from '../navigation-edits.ts';
import { sortedLinks, type ChangedLink } from '../plan.ts';
import { redirectFormerPages } from '../redirects/redirects.ts';
import { cutOf, insertionOf, stretchWithEdits, type Composition } from './compose.ts';
import { anchorMentions } from './anchor-mentions.ts';
import type { MovedDefinitions } from './definitions.ts';
import { endOfImports, type MovedImports } from './imports.ts';
import type { LinkEdit, TransferWork } from './links.ts';
import { gapAt } from './place.ts';
import type { Transfer, TransferPlan } from './plan.ts';
import { scriptNotes } from './script-notes.ts';
import { frontMatterEnd } from './stretch.ts';

interface Parts {
  transfer: Transfer;
  written: Composition;
  definitions: MovedDefinitions;
  imports: MovedImports;
  /** Page → its changed links. */
  edited: ReadonlyMap<string, LinkEdit[]>;
}

/** Combines the edits of the source and target page with those of all other files. */
export async function assemble(
  openTree: (tree: DocsTree) => Promise<DocsView>,
  work: TransferWork,
  parts: Parts,
): Promise<TransferPlan> {
  const { view, stretch, place } = work;
  const { transfer, written, definitions, imports, edited } = parts;
  const own = edited.get(stretch.path) ?? [];
  const insideEdits = [...own.filter(({ isInside }) => isInside), ...definitions.inside, ...imports.edits];
  const block = written.block(insideEdits, definitions.along);
  const drafts = openDrafts(view);
  for (const [page, edits] of edited) if (page !== stretch.path) drafts.add(page, edits);
  const stays = [...own.filter(({ isInside }) => !isInside), ...definitions.outside];
  if (!stretch.whole) drafts.add(stretch.path, [...stays, cutOf(stretch, transfer.leave, definitions.outside)]);
  addImports(work, imports, drafts);
  const gone = new Set(stretch.whole ? [stretch.path] : []);
  await removeFromNavigation(view, gone, drafts);
  const end = await pageAfter(work);
  const formerPaths = await formerPathsOf(view, work.after, [...gone], () => Promise.resolve(end));
  const redirected = await redirectFormerPages(view, formerPaths, drafts);
  const { mentions, more } = stretch.whole
    ? await updateMentions(view, { formerPaths, folders: [] }, drafts)
    : await anchorMentions(work, await addressAt(view, stretch.path), drafts);
  const first = firstLine(work, { written, imports, drafts });
  if (place.page) drafts.add(place.path, [insertionOf(place, block)]);
  const edits = await drafts.files();
  const page = place.page ? [] : await newPage(openTree, work, { ...parts, block });
  return {
    files: [...gone].map((from) => ({ from })),
    edits: [...edits, ...page.filter(({ path }) => edits.every((edit) => edit.path !== path))],
    ...redirected,
    mentions,
    moreMentions: more,
    links: await linesOfLinks(work, {
      edited,
      drafts,
      insideEdits: [...insideEdits, ...written.removed],
      first: first + (written.heading === undefined || !written.isFirst ? 0 : 2),
    }),
    placed: {
      first,
      last: first + block.split('\n').length - 1,
      lines: stretch.text.slice(stretch.start, stretch.end).split('\n').length,
      isNew: !place.page,
      heading: written.heading,
      shift: written.shift,
      frontMatter: written.frontMatter,
      along: [...definitions.names, ...imports.add],
      notes: scriptNotes(stretch, place),
    },
  };
}

/** Returns where readers of a removed page find its text. */
async function pageAfter({ view, after, destination, stretch }: TransferWork): Promise<LinkTarget> {
  const { path, anchor } = destination(stretch.path, '');
  const hash = anchor === '' ? {} : { hash: `#${anchor}` };
  return {
    ...(await pageTarget(after, path, view.index.isFile(path) ? path : stretch.path, view)),
    file: view.index.isFile(path) ? path : undefined,
    ...hash,
  };
}

function addImports({ place }: TransferWork, { add }: MovedImports, drafts: Drafts): void {
  if (!place.page || add.length === 0) return;
  const { text, facts } = place.page;
  const body = frontMatterEnd(text, facts);
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const last = endOfImports(text, facts.imports);
  const start = last ?? gapAt(text, body).start;
  const [before, behind] =
    last !== undefined ? [newline, ''] : start > 1 ? [newline + newline, ''] : ['', newline + newline];
  drafts.add(place.path, [{ start, end: start, text: before + add.join(newline) + behind }]);
}

/** Returns the new page, and the edits that add it to the navigation, after the named page or else the source page. */
async function newPage(
  openTree: (tree: DocsTree) => Promise<DocsView>,
  { view, stretch, place }: TransferWork,
  { written, imports, block }: Parts & { block: string },
): Promise<FileEdit[]> {
  const text = written.page(block, imports.add);
  const page = { path: place.path, title: written.title, after: place.listedAfter ?? stretch.path, text };
  return [{ path: place.path, content: text }, ...(await planAdd(view, openTree, page))];
}

/** Returns the line of the target at which the text begins. */
function firstLine(
  { place }: TransferWork,
  { written, imports, drafts }: { written: Composition; imports: MovedImports; drafts: Drafts },
): number {
  if (!place.page) return written.page('\0', imports.add).split('\0')[0]?.split('\n').length ?? 1;
  const { text } = place.page;
  const { start } = place.at;
  const gap = insertionOf(place, '').text.length > 0 && text.slice(0, start).trim() !== '' ? 2 : 0;
  return lineAt(text, start) + drafts.linesBefore(place.path, text, start) + gap;
}

/** Returns each changed link with its new line. */
async function linesOfLinks(
  { view, stretch, place }: TransferWork,
  options: { edited: ReadonlyMap<string, LinkEdit[]>; drafts: Drafts; insideEdits: TextEdit[]; first: number },
): Promise<ChangedLink[]> {
  const { edited, drafts, insideEdits, first } = options;
  const found: ChangedLink[] = [];
  for (const [page, edits] of edited) {
    const known = await view.text(page);
    const text = known.kind === 'known' ? known.value : '';
    for (const { start, was, text: is, isInside } of edits) {
      const before = isInside ? stretchWithEdits(stretch, insideEdits, start).trimStart() : '';
      const line = isInside
        ? first + before.split('\n').length - 1
        : lineAt(text, start) + drafts.linesBefore(page, text, start);
      found.push({ path: isInside ? place.path : page, line, was, is });
    }
  }
  return sortedLinks(found);
}
