import type { DocsTreeEntry } from '../tree.ts';
import type { ReadPublished } from '../published.ts';
import type { DocsView } from '../view.ts';
import { gatherAnchors, type AnchorEvidence } from './anchors/anchor-evidence.ts';
import { gatherEvidence, type Evidence, type GatheredEvidence } from './evidence.ts';
import { addedAddresses } from './published-links.ts';

/** What evidence is gathered from, besides the links of a view. */
export interface EvidenceSources {
  published?: ReadPublished | undefined;
  /** The docs after the change whose links are judged. If absent, the view itself. */
  after?: DocsView | undefined;
}

/** How many states of docs are cached: the base commits of a few concurrent jobs. */
const maximumStates = 4;

interface CachedState {
  entries: readonly DocsTreeEntry[];
  folder: string;
  published: ReadPublished | undefined;
  links: Promise<GatheredEvidence>;
  anchors?: Promise<AnchorEvidence> | undefined;
}

/**
 * Returns a function that gathers evidence and caches it by the content of the tree. Each round of a job needs the
 * evidence of the same base commit, and counting the links of 10,000 pages takes a second.
 */
export function openEvidenceCache(): (view: DocsView, sources: EvidenceSources) => Promise<Evidence> {
  const cache: CachedState[] = [];

  return async (view, { published, after }) => {
    const state = findState(view, published) ?? addState(view, published);
    const anchors = () => (state.anchors ??= gatherAnchors(view).catch(removeAnchors(state)));
    const { published: known, ...links } = await state.links;
    const added = known && after ? addedAddresses(view, after) : [];
    return {
      ...links,
      anchors,
      published: known && { says: (link) => known.says(link, added), notUsed: known.notUsed },
    };
  };

  function findState({ tree, folder }: DocsView, published: ReadPublished | undefined): CachedState | undefined {
    const entries = tree.entries();
    return cache.find(
      (state) => state.folder === folder && state.published === published && areSame(state.entries, entries),
    );
  }

  function addState(view: DocsView, published: ReadPublished | undefined): CachedState {
    const links = gatherEvidence(view, published);
    const state = { entries: view.tree.entries(), folder: view.folder, published, links };
    links.catch(() => removeState(state));
    cache.push(state);
    if (cache.length > maximumStates) cache.shift();
    return state;
  }

  function removeState(state: CachedState): void {
    const position = cache.indexOf(state);
    if (position !== -1) cache.splice(position, 1);
  }
}

/** Returns an error handler that removes the failed anchors, so that the next caller retries. */
function removeAnchors(state: CachedState): (error: unknown) => never {
  return (error) => {
    state.anchors = undefined;
    throw error;
  };
}

function areSame(a: readonly DocsTreeEntry[], b: readonly DocsTreeEntry[]): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  return a.every(({ path, kind, blob }, position) => {
    const other = b[position];
    return other !== undefined && other.blob === blob && other.path === path && other.kind === kind;
  });
}
