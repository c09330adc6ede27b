import { lineAt, type TextEdit } from '../../lines.ts';
import type { DocsTree, FileEdit } from '../../tree.ts';
import type { DocsView } from '../../view.ts';
import { planAdd } from '../add.ts';
import { openDrafts, type Drafts } from '../drafts.ts';
import { addressAt, type NewEnd } from '../end.ts';
import { endingsOf, pageEnd } from '../endings.ts';
import { mendMentions } from '../mentions.ts';
import { removeFromNavigation } from '../navigation-edits.ts';
import { sortedLinks, type ChangedLink } from '../plan.ts';
import { leadOn } from '../redirects.ts';
import { cutOf, insertionOf, within, type Composition } from './compose.ts';
import { anchorMentions } from './anchor-mentions.ts';
import type { Carried } from './definitions.ts';
import { endOfImports, type TakenAlong } from './imports.ts';
import type { LinkEdit, Transferring } from './links.ts';
import { gapAt } from './place.ts';
import type { Transfer, TransferPlan } from './plan.ts';
import { scriptNotes } from './script-notes.ts';
import { frontMatterEnd } from './stretch.ts';

interface Parts {
  transfer: Transfer;
  written: Composition;
  carried: Carried;
  taken: TakenAlong;
  /** Page → its changed links. */
  edited: ReadonlyMap<string, LinkEdit[]>;
}

/** Combines the edits of the source and target page with those of all other files. */
export async function assemble(
  openTree: (tree: DocsTree) => Promise<DocsView>,
  work: Transferring,
  parts: Parts,
): Promise<TransferPlan> {
  const { view, stretch, place } = work;
  const { transfer, written, carried, taken, edited } = parts;
  const own = edited.get(stretch.path) ?? [];
  const insideEdits = [...own.filter(({ isInside }) => isInside), ...carried.inside, ...taken.edits];
  const block = written.block(insideEdits, carried.along);
  const drafts = openDrafts(view);
  for (const [page, edits] of edited) if (page !== stretch.path) drafts.add(page, edits);
  const stays = [...own.filter(({ isInside }) => !isInside), ...carried.outside];
  if (!stretch.whole) drafts.add(stretch.path, [...stays, cutOf(stretch, transfer.leave, carried.outside)]);
  addImports(work, taken, drafts);
  const gone = new Set(stretch.whole ? [stretch.path] : []);
  await removeFromNavigation(view, gone, drafts);
  const end = await pageAfter(work);
  const endings = await endingsOf(view, work.after, [...gone], () => Promise.resolve(end));
  const led = await leadOn(view, endings, drafts);
  const { mentions, more } = stretch.whole
    ? await mendMentions(view, { endings, folders: [] }, drafts)
    : await anchorMentions(work, await addressAt(view, stretch.path), drafts);
  const first = firstLine(work, { written, taken, drafts });
  if (place.page) drafts.add(place.path, [insertionOf(place, block)]);
  const edits = await drafts.files();
  const page = place.page ? [] : await newPage(openTree, work, { ...parts, block });
  return {
    files: [...gone].map((from) => ({ from })),
    edits: [...edits, ...page.filter(({ path }) => edits.every((edit) => edit.path !== path))],
    ...led,
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
      along: [...carried.names, ...taken.add],
      notes: scriptNotes(stretch, place),
    },
  };
}

/** Returns where readers of a removed page find its text. */
async function pageAfter({ view, after, destination, stretch }: Transferring): Promise<NewEnd> {
  const { path, anchor } = destination(stretch.path, '');
  const hash = anchor === '' ? {} : { hash: `#${anchor}` };
  return { ...(await pageEnd(after, path)), file: view.index.isFile(path) ? path : undefined, ...hash };
}

function addImports({ place }: Transferring, { add }: TakenAlong, drafts: Drafts): void {
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
  { view, stretch, place }: Transferring,
  { written, taken, block }: Parts & { block: string },
): Promise<FileEdit[]> {
  const text = written.page(block, taken.add);
  const page = { path: place.path, title: written.title, after: place.listedAfter ?? stretch.path, text };
  return [{ path: place.path, content: text }, ...(await planAdd(view, openTree, page))];
}

/** Returns the line of the target at which the text begins. */
function firstLine(
  { place }: Transferring,
  { written, taken, drafts }: { written: Composition; taken: TakenAlong; drafts: Drafts },
): number {
  if (!place.page) return written.page('\0', taken.add).split('\0')[0]?.split('\n').length ?? 1;
  const { text } = place.page;
  const { start } = place.at;
  const gap = insertionOf(place, '').text.length > 0 && text.slice(0, start).trim() !== '' ? 2 : 0;
  return lineAt(text, start) + drafts.linesBefore(place.path, text, start) + gap;
}

/** Returns each changed link with its new line. */
async function linesOfLinks(
  { view, stretch, place }: Transferring,
  options: { edited: ReadonlyMap<string, LinkEdit[]>; drafts: Drafts; insideEdits: TextEdit[]; first: number },
): Promise<ChangedLink[]> {
  const { edited, drafts, insideEdits, first } = options;
  const found: ChangedLink[] = [];
  for (const [page, edits] of edited) {
    const known = await view.text(page);
    const text = known.kind === 'known' ? known.value : '';
    for (const { start, was, text: is, isInside } of edits) {
      const before = isInside ? within(stretch, insideEdits, start).trimStart() : '';
      const line = isInside
        ? first + before.split('\n').length - 1
        : lineAt(text, start) + drafts.linesBefore(page, text, start);
      found.push({ path: isInside ? place.path : page, line, was, is });
    }
  }
  return sortedLinks(found);
}
