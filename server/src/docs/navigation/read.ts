import type { Literal } from '../literal/literal.ts';
import type { NavigationFile, NavigationSource, Site, SiteView } from '../site/kind.ts';
import { languageOf, unwrapCall } from '../site/site.ts';

/** A navigation file, or why it cannot be read. `broken` means that the file itself is certainly at fault. */
export type ReadNavigation =
  | { kind: 'read'; file: NavigationFile }
  | { kind: 'refused'; message: string; broken: boolean };

export async function readNavigation(view: SiteView, site: Site, source: NavigationSource): Promise<ReadNavigation> {
  const text = await view.facts.text(view.tree, source.path);
  if (text.kind === 'refused') return { kind: 'refused', message: text.message, broken: false };
  const literal = source.format.file === 'literal' ? await readLiteral(view, source) : nothing;
  if (literal.kind === 'refused') return literal;
  const find = await source.format.finder(view, site, source);
  const read = source.format.read({ source, text: text.value, literal: literal.literal }, find);
  return { kind: 'read', file: { source, text: text.value, covers: () => true, ...read } };
}

const nothing: LiteralRead = { kind: 'literal', literal: { kind: 'unknown', start: 0, end: 0 } };

type LiteralRead = { kind: 'literal'; literal: Literal } | { kind: 'refused'; message: string; broken: boolean };

async function readLiteral({ tree, facts }: SiteView, { path, exported }: NavigationSource): Promise<LiteralRead> {
  const language = languageOf(path);
  if (language === undefined) return { kind: 'refused', message: 'its language is not known', broken: false };
  const known = await facts.literal(tree, path, language, exported);
  if (known.kind === 'refused') return { kind: 'refused', message: known.message, broken: known.broken ?? false };
  return { kind: 'literal', literal: unwrapCall(known.value) };
}
