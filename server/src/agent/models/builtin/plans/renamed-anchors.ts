import GithubSlugger from 'github-slugger';
import type { Page } from '../../../ports.ts';
import { applyChanges } from '../text/change.ts';
import type { Change } from '../text/change.ts';

/** Per page: old anchor → new anchor of the headings whose text changed. */
export type AnchorRenames = Map<string, Map<string, string>>;

/** What a change of text does to the anchors of a page's headings. Explicit ids stay, and so do their anchors. */
export function renamedAnchors(
  text: string,
  page: Page,
  changes: readonly Change[],
  find: (text: string) => Change[],
): Map<string, string> {
  const touched = page.headings.some((heading) => touches(changes, heading));
  if (!touched) return new Map();
  const [before, after] = [new GithubSlugger(), new GithubSlugger()];
  const renames = new Map<string, string>();
  for (const heading of page.headings) {
    const changed = touches(changes, heading) ? applyChanges(heading.text, find(heading.text)) : heading.text;
    const [old, now] = [before.slug(heading.text), after.slug(changed)];
    if (old !== now && !hasExplicitId(text.slice(heading.start, heading.end))) renames.set(old, now);
  }
  return renames;
}

function touches(changes: readonly Change[], heading: { start: number; end: number }): boolean {
  return changes.some((change) => change.start < heading.end && change.end > heading.start);
}

function hasExplicitId(source: string): boolean {
  return /\{[^{}]*#[^{}]+\}/u.test(source);
}
