import { bareName, folderOf, normalisePath } from '../text/paths.ts';
import { checkDocs } from './check-docs.ts';
import type { FoundProblem } from './check-docs.ts';
import { mendLinks } from './mend-links.ts';
import type { Mending } from './mend-links.ts';
import type { Desk, Plan } from './plan.ts';
import type { AnchorRenames } from './renamed-anchors.ts';
import { siteOf } from './site.ts';

/** Brings the links along that lead to headings whose anchors have changed: those that the checks find broken now. */
export async function* mendAnchors(desk: Desk, renames: AnchorRenames): Plan<Mending> {
  if (renames.size === 0) return { links: 0, changed: [], left: [] };
  const { root } = await siteOf(desk);
  const problems = yield* checkDocs(desk);
  const resolve = anchorResolver(renames, root);
  const ours = problems.flatMap((problem) => {
    const suggestion = resolve(problem);
    return suggestion === undefined ? [] : [{ ...problem, suggestion }];
  });
  return yield* mendLinks(desk, ours);
}

/** The new form of a problem's link, when it leads to an anchor that was renamed. */
function anchorResolver(renames: AnchorRenames, root: string): (problem: FoundProblem) => string | undefined {
  const byName = new Map<string, Map<string, string>>();
  for (const [path, anchors] of renames) {
    byName.set(bareName(path), anchors);
    if (root !== '' && path.startsWith(`${root}/`)) byName.set(bareName(path.slice(root.length + 1)), anchors);
  }
  return ({ path, subject = '' }) => {
    const hash = subject.indexOf('#');
    if (hash === -1) return undefined;
    const anchors = targetsOf(path, subject.slice(0, hash)).map((name) => byName.get(name));
    const anchor = decode(subject.slice(hash + 1));
    const found = anchors.find((names) => names?.has(anchor))?.get(anchor);
    return found === undefined ? undefined : `${subject.slice(0, hash + 1)}${found}`;
  };
}

/** The pages that the part before `#` may mean, by their bare names. */
function targetsOf(path: string, target: string): string[] {
  if (target === '') return [bareName(path)];
  const clean = decode(target.replace(/\?.*$/u, '')).replace(/\.html$/u, '');
  const candidates = clean.startsWith('/')
    ? [clean]
    : [`${folderOf(path)}${clean}`, `${bareName(path)}/${clean}`, clean];
  return candidates.flatMap((candidate) => {
    const normalised = normalisePath(candidate);
    return normalised === undefined ? [] : [bareName(normalised), bareName(normalised).replace(/^[^/]+\//u, '')];
  });
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
