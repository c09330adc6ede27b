import { createHash } from 'node:crypto';

/** Returns a strong entity tag (RFC 9110, 8.8.3) of a representation: equal tags mean equal bytes. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/**
 * Whether an `If-None-Match` header names the tag, by weak comparison as RFC 9110 (13.1.2) requires; `*` matches any
 * tag.
 */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // Tags may contain commas, so the list is matched tag by tag rather than split.
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((one) => one.replace(/^W\//, '') === tag);
}
