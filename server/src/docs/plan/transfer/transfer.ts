import { replaceSpans } from '../../text/lines.ts';
import { mapBounded } from '../../map-bounded.ts';
import type { DocsTree } from '../../tree.ts';
import type { DocsView } from '../../view.ts';
import { pagesThatLeadTo } from '../inbound-links.ts';
import { treeWithTexts } from '../trees.ts';
import { anchorsAfter } from './anchors.ts';
import { assemble } from './assemble.ts';
import { compose, cutOf, insertionOf, type Composition } from './compose.ts';
import { moveDefinitions } from './definitions.ts';
import { moveImports, withoutImports } from './imports.ts';
import { changedLinks, type LinkEdit, type TransferWork } from './links.ts';
import { openPlace, type Place } from './place.ts';
import type { Transfer, TransferPlan } from './plan.ts';
import { refuseBrokenMdx } from './still-mdx.ts';
import { openStretch, type Stretch } from './stretch.ts';

/**
 * Plans the move of text from one page into another. Links in it and to it keep their targets, whether files, anchors
 * or the page itself, and the definitions and imports that it needs move with it.
 * @throws CopydeskError `path_refused` or `file_refused` if there is no such text or place, or if the text cannot be
 *   there.
 */
export async function planTransfer(
  view: DocsView,
  openTree: (tree: DocsTree) => Promise<DocsView>,
  transfer: Transfer,
): Promise<TransferPlan> {
  const stretch = await openStretch(view, transfer);
  const place = await openPlace(view, transfer, stretch);
  const written = await compose(view, { stretch, place, transfer });
  const after = await openTree(draftedTree(view, { stretch, place, written }));
  const destination = await anchorsAfter(view, after, { stretch, place, hasHeading: written.heading !== undefined });
  const work: TransferWork = { view, after, stretch, place, destination };
  const definitions = await moveDefinitions(work);
  const imports = await moveImports(work);
  const edited = await allChangedLinks(work);
  const plan = await assemble(openTree, work, { transfer, written, definitions, imports, edited });
  await refuseBrokenMdx(view, await openTree(finishedTree(view, work, plan)), { stretch, place });
  return plan;
}

/** Returns the tree with both pages as they will be. */
function finishedTree(view: DocsView, { stretch, place }: TransferWork, { edits }: TransferPlan): DocsTree {
  const own = edits.filter(({ path }) => path === stretch.path || path === place.path);
  return treeWithTexts(view.tree, new Map(own.map(({ path, content }) => [path, content])));
}

/** Returns the tree as it will be except for links: enough to determine the new headings and files. */
function draftedTree(
  view: DocsView,
  { stretch, place, written }: { stretch: Stretch; place: Place; written: Composition },
): DocsTree {
  const block = written.block(withoutImports(stretch));
  const target = place.page ? replaceSpans(place.page.text, [insertionOf(place, block)]) : written.page(block, []);
  const rest = stretch.whole ? undefined : replaceSpans(stretch.text, [cutOf(stretch, undefined)]);
  return treeWithTexts(
    view.tree,
    new Map([
      [stretch.path, rest],
      [place.path, target],
    ]),
  );
}

async function allChangedLinks(work: TransferWork): Promise<Map<string, LinkEdit[]>> {
  const { view, stretch, place } = work;
  const own = [stretch.path, ...(place.page ? [place.path] : [])];
  const pages = new Set([...own, ...(await pagesThatLeadTo(view, own))]);
  const found = await mapBounded([...pages], 8, async (page) => [page, await changedLinks(work, page)] as const);
  return new Map(found);
}
