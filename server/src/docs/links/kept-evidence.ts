import type { DocsTreeEntry } from '../tree.ts';
import type { ReadPublished } from '../published.ts';
import type { DocsView } from '../view.ts';
import { gatherAnchors, type AnchorEvidence } from './anchor-evidence.ts';
import { gatherEvidence, type Evidence, type GatheredEvidence } from './evidence.ts';
import { addedAddresses } from './published-links.ts';

/** What evidence is gathered from, besides the links of a view. */
export interface EvidenceSources {
  published?: ReadPublished | undefined;
  /** The docs after the change whose links are judged. If absent, the view itself. */
  after?: DocsView | undefined;
}

/** How many states of docs are cached: the base commits of a few concurrent jobs. */
const kept = 4;

interface Remembered {
  entries: DocsTreeEntry[];
  folder: string;
  published: ReadPublished | undefined;
  links: Promise<GatheredEvidence>;
  anchors?: Promise<AnchorEvidence> | undefined;
}

/**
 * Returns a function that gathers evidence and caches it by the content of the tree. Each round of a job needs the
 * evidence of the same base commit, and counting the links of 10,000 pages takes a second.
 */
export function openEvidence(): (view: DocsView, sources: EvidenceSources) => Promise<Evidence> {
  const remembered: Remembered[] = [];

  return async (view, { published, after }) => {
    const state = find(view, published) ?? remember(view, published);
    const anchors = () => (state.anchors ??= gatherAnchors(view).catch(forget(state)));
    const { published: known, ...links } = await state.links;
    const added = known && after ? addedAddresses(view, after) : [];
    return {
      ...links,
      anchors,
      published: known && { says: (link) => known.says(link, added), notUsed: known.notUsed },
    };
  };

  function find({ tree, folder }: DocsView, published: ReadPublished | undefined): Remembered | undefined {
    const entries = tree.entries();
    return remembered.find(
      (state) => state.folder === folder && state.published === published && areSame(state.entries, entries),
    );
  }

  function remember(view: DocsView, published: ReadPublished | undefined): Remembered {
    const links = gatherEvidence(view, published);
    const state = { entries: view.tree.entries().slice(), folder: view.folder, published, links };
    links.catch(() => remove(state));
    remembered.push(state);
    if (remembered.length > kept) remembered.shift();
    return state;
  }

  function remove(state: Remembered): void {
    const position = remembered.indexOf(state);
    if (position !== -1) remembered.splice(position, 1);
  }
}

/** Removes a failed result, so that the next caller retries. */
function forget(state: Remembered): (error: unknown) => never {
  return (error) => {
    state.anchors = undefined;
    throw error;
  };
}

function areSame(a: DocsTreeEntry[], b: DocsTreeEntry[]): boolean {
  if (a.length !== b.length) return false;
  return a.every(({ path, kind, blob }, position) => {
    const other = b[position];
    return other !== undefined && other.blob === blob && other.path === path && other.kind === kind;
  });
}
