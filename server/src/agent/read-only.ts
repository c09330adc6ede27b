import { CopydeskError } from '@copydesk/contract';
import type { AgentTree } from './ports.ts';

/** Returns a tree that cannot be changed any more. Attempts fail with an error, which the model reads. */
export function readOnly(tree: AgentTree): AgentTree {
  return {
    entries: () => tree.entries(),
    entry: (path) => tree.entry(path),
    read: (path) => tree.read(path),
    search: (query) => tree.search(query),
    places: (replacement) => tree.places(replacement),
    examine: () => Promise.resolve(),
    write: refuse,
    remove: refuse,
  };
}

function refuse(): never {
  throw new CopydeskError('path_refused', 'The change is done and checked: nothing can be edited any more.');
}
