import { decoded } from '../text/decoded.ts';
import type { Site, TargetUse, WrappedTarget } from '../site/kind.ts';
import { parseTarget, type Target } from './target.ts';

/** Splits a target from the notation of its kind around it. Most targets have none. */
export function unwrapTarget(site: Site, raw: string, use: TargetUse = 'link'): WrappedTarget {
  return site.kind.links.unwrap?.(raw, site, use) ?? { before: '', target: raw, after: '' };
}

/** Parses a target without its notation. An anchor may follow the notation: `{% link a.md %}#b`. */
export function plainTarget(site: Site, raw: string): Target {
  return parseWrapped(unwrapTarget(site, raw));
}

/** The same for a target that is already unwrapped. */
export function parseWrapped({ target, after, prefix, anchor, external }: WrappedTarget): Target {
  if (external === true) return { kind: 'external' };
  const own = anchor === undefined ? (/#.*$/.exec(after)?.[0] ?? '') : `#${anchor}`;
  if (target === '' && anchor !== undefined) return { kind: 'local', path: '', query: '', hash: own };
  const parsed = parseTarget(prefix === undefined || target !== '' ? target : '/');
  if (parsed.kind !== 'local') return parsed;
  return { ...parsed, path: withPrefix(prefix, parsed.path), hash: parsed.hash || own };
}

/** Prepends the prefix that the notation adds. */
export function withPrefix(prefix: string | undefined, path: string): string {
  return prefix === undefined ? path : `${prefix}/${path}`.replace(/\/{2,}/g, '/');
}

/** Returns the decoded path of a target on this host, else undefined. */
export function pathOf(site: Site, raw: string): string | undefined {
  const target = plainTarget(site, raw);
  return target.kind === 'local' ? decoded(target.path) : undefined;
}

/** Returns the same target with another anchor. */
export function withAnchor(site: Site, raw: string, anchor: string): string {
  const { before, target, after, anchor: own } = unwrapTarget(site, raw);
  if (own !== undefined) return before + target + after.replace(`id=${own}`, () => `id=${anchor}`);
  if (after.includes('#')) return before + target + after.replace(/#.*$/, `#${anchor}`);
  return `${before}${target.replace(/#.*$/, '')}#${anchor}${after}`;
}
