import path from 'node:path';
import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

/**
 * Returns groups of files that import each other, by `import`, `import type` and `import()`. Each group is sorted, and
 * the largest is first.
 */
export function findCycles(sources: readonly Source[]): string[][] {
  const imports = new Map(sources.map((source) => [source.path, importsOf(source)]));
  return components(imports)
    .filter((group) => group.length > 1 || imports.get(group[0] ?? '')?.includes(group[0] ?? ''))
    .map((group) => group.toSorted())
    .toSorted((a, b) => b.length - a.length);
}

function importsOf({ path: from, text }: Source): string[] {
  const { module } = parseSync(from, text);
  const targets = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  const here = targets.filter((target) => target.startsWith('.'));
  return [...new Set(here)].map((target) => path.posix.join(path.posix.dirname(from), target));
}

/** Finds strongly connected components (Tarjan 1972). */
function components(edges: ReadonlyMap<string, string[]>): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const stack: string[] = [];
  const open = new Set<string>();
  const lowest = (node: string): number => {
    const own = order.size;
    let low = own;
    order.set(node, own);
    stack.push(node);
    open.add(node);
    for (const next of edges.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, lowest(next));
      else if (open.has(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === own) {
      const group = stack.splice(stack.lastIndexOf(node));
      for (const one of group) open.delete(one);
      found.push(group);
    }
    return low;
  };
  for (const node of edges.keys()) if (!order.has(node)) lowest(node);
  return found;
}
