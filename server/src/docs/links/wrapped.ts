import { decoded } from '../decoded.ts';
import type { Site, TargetUse, WrappedTarget } from '../site/kind.ts';
import { parseTarget, type Target } from './target.ts';

/** A target with what stands around it in a notation of its kind; around most targets nothing does. */
export function unwrapTarget(site: Site, raw: string, use: TargetUse = 'link'): WrappedTarget {
  return site.kind.links.unwrap?.(raw, site, use) ?? { before: '', target: raw, after: '' };
}

/** A target taken apart without what stands around it; an anchor may follow the notation, as in `{% link a.md %}#b`. */
export function plainTarget(site: Site, raw: string): Target {
  return plainly(unwrapTarget(site, raw));
}

/** The same of a target that its notation is taken from. */
export function plainly({ target, after, prefix, anchor, external }: WrappedTarget): Target {
  if (external === true) return { kind: 'external' };
  const own = anchor === undefined ? (/#.*$/.exec(after)?.[0] ?? '') : `#${anchor}`;
  if (target === '' && anchor !== undefined) return { kind: 'local', path: '', query: '', hash: own };
  const parsed = parseTarget(prefix === undefined || target !== '' ? target : '/');
  if (parsed.kind !== 'local') return parsed;
  return { ...parsed, path: prefixed(prefix, parsed.path), hash: parsed.hash || own };
}

/** A path with what its notation puts in front of it. */
export function prefixed(prefix: string | undefined, path: string): string {
  return prefix === undefined ? path : `${prefix}/${path}`.replace(/\/{2,}/g, '/');
}

/** The decoded path of a target of this host; undefined for all else. */
export function pathOf(site: Site, raw: string): string | undefined {
  const target = plainTarget(site, raw);
  return target.kind === 'local' ? decoded(target.path) : undefined;
}

/** The same target with another anchor. */
export function withAnchor(site: Site, raw: string, anchor: string): string {
  const { before, target, after, anchor: own } = unwrapTarget(site, raw);
  if (own !== undefined) return before + target + after.replace(`id=${own}`, () => `id=${anchor}`);
  if (after.includes('#')) return before + target + after.replace(/#.*$/, `#${anchor}`);
  return `${before}${target.replace(/#.*$/, '')}#${anchor}${after}`;
}
