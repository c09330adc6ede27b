import type { Site } from '../view/site.ts';

/**
 * Where to go after signing in: a path of these pages, or the projects when it is anything else, such as what another
 * service has beside them on the same host. Browsers read `\` as `/` and drop tabs, so what counts is how the URL
 * parser understands it.
 */
export function safeNext(next: string | undefined, { href }: Pick<Site, 'href'>): string {
  const otherwise = href('/projects');
  if (next === undefined || !next.startsWith('/')) return otherwise;
  const here = 'http://copydesk.invalid';
  if (!URL.canParse(next, here)) return otherwise;
  const { origin, pathname, search, hash } = new URL(next, here);
  // A path that itself begins with two slashes would be read as a host when it is sent back.
  if (origin !== here || pathname.startsWith('//') || !pathname.startsWith(href('/'))) return otherwise;
  return pathname + search + hash;
}
