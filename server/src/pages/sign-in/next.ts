/**
 * Where to go after signing in: a path of this server, or the given one when it is anything else. Browsers read `\`
 * as `/` and drop tabs, so what counts is how the URL parser understands it.
 */
export function safeNext(next: string | undefined, otherwise: string): string {
  if (next === undefined || !next.startsWith('/')) return otherwise;
  const here = 'http://copydesk.invalid';
  if (!URL.canParse(next, here)) return otherwise;
  const { origin, pathname, search, hash } = new URL(next, here);
  // A path that itself begins with two slashes would be read as a host when it is sent back.
  if (origin !== here || pathname.startsWith('//')) return otherwise;
  return pathname + search + hash;
}
