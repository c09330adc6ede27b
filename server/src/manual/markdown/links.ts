/**
 * Where a link of a page leads, for a browser: pages by their addresses instead of their files, so that the same text
 * leads right on a code host and here.
 *
 * @param slug of the page that has the link.
 * @param base the address of the first page, such as `/docs`.
 */
export function addressOf(target: string, slug: string, base: string): string {
  if (/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(target)) return target;
  const { pathname, hash } = new URL(target, `http://docs/${slug === '' ? 'index' : slug}`);
  const path = pathname
    .replace(/\/$/, '')
    .replace(/\.md$/, '')
    .replace(/\/index$/, '');
  return `${base}${path}${hash}`;
}
