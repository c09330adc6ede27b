/**
 * Returns where a link of a page leads in a browser. Links to files become addresses of pages, so that the same text
 * works on a code host and here.
 *
 * @param slug of the page that contains the link.
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
