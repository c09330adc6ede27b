import { createHash } from 'node:crypto';

/** A strong entity tag (RFC 9110, 8.8.3) of a representation: equal tags mean equal bytes. */
export function entityTag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/** Whether an `If-None-Match` names the tag, by weak comparison as RFC 9110 (13.1.2) has it; `*` names any. */
export function namesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  // Tags may hold commas, so the list is read tag by tag rather than split.
  const tags = ifNoneMatch.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((one) => one.replace(/^W\//, '') === tag);
}
