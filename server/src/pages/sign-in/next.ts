import type { Site } from '../view/site.ts';

/**
 * Returns where to go after signing in: a path of these pages. Anything else becomes the list of projects, such as the
 * address of another service beside them on the same host. Browsers read `\` as `/` and drop tabs, so what counts is
 * how the URL parser understands it.
 */
export function safeNext(next: string | undefined, { href }: Pick<Site, 'href'>): string {
  const otherwise = href('/projects');
  if (next === undefined || !next.startsWith('/')) return otherwise;
  const here = 'http://copydesk.invalid';
  if (!URL.canParse(next, here)) return otherwise;
  const { origin, pathname, search, hash } = new URL(next, here);
  // A path that begins with two slashes would be read as a host when it is sent back.
  if (origin !== here || pathname.startsWith('//') || !pathname.startsWith(href('/'))) return otherwise;
  return pathname + search + hash;
}
