/** What a browser fetches besides the pages that a person opens. */
export type Mark = 'prefetch' | 'router' | 'script' | 'frame';

/** The parts of a page request that may contain marks. */
export interface MarkedRequest {
  /** Path and query, or the whole address, as they were sent, since some marks are in the query. */
  target: string;
  /** The value of a header, its name in lower case. */
  header: (name: string) => string | undefined;
}

/**
 * Returns why a browser fetched something that it did not show as a page: ahead of a click, as data of the site's
 * router, for a script, or for a frame of another page. Undefined for a navigation, and where nothing is marked.
 */
export function markOf({ target, header }: MarkedRequest): Mark | undefined {
  if (isAhead(header)) return 'prefetch';
  const destination = header('sec-fetch-dest') ?? '';
  // What is shown to a person is a navigation, whatever its address looks like.
  if (destination === 'document') return undefined;
  if (has(header, aheadOfRouters)) return 'prefetch';
  if (has(header, ofRouters) || routerTarget.test(target)) return 'router';
  if (frames.has(destination)) return 'frame';
  return isOfScript(destination, header) ? 'script' : undefined;
}

type Header = MarkedRequest['header'];

/**
 * Whether a browser says that it fetches ahead: by the speculation rules and `<link rel=prefetch>` (`Sec-Purpose`,
 * https://wicg.github.io/nav-speculation/prefetch.html), or as older Chrome (`Purpose`), Safari (`X-Purpose`), Firefox
 * (`X-Moz`) and Turbo (`X-Sec-Purpose`) do.
 */
export function isAhead(header: Header): boolean {
  return purposes.some((name) => /\b(?:prefetch|prerender|preview)\b/i.test(header(name) ?? ''));
}

const purposes = ['sec-purpose', 'purpose', 'x-purpose', 'x-sec-purpose', 'x-moz'];

/** Next.js: `next/dist/client/components/app-router-headers.js`, and `x-middleware-prefetch` of the pages router. */
const aheadOfRouters = ['next-router-prefetch', 'next-router-segment-prefetch', 'x-middleware-prefetch'];

/** Next.js: `RSC` of the app router, `x-nextjs-data` of the pages router. */
const ofRouters = ['rsc', 'x-nextjs-data'];

/**
 * Addresses of the data that a site's router fetches instead of a page:
 * - Next.js: `?_rsc=…`, `.rsc` (app router), `/_next/data/…` (pages router)
 * - Nuxt: `_payload.json`, https://nuxt.com/docs/getting-started/prerendering
 * - SvelteKit: `__data.json`, https://svelte.dev/docs/kit/glossary
 * - Remix and React Router: `.data` (single fetch) and `?_data=…`, https://remix.run/docs/en/main/guides/single-fetch
 * - Gatsby: `page-data.json`, https://www.gatsbyjs.com/docs/gatsby-internals-terminology/
 * - Qwik City: `q-data.json`
 */
const routerTarget =
  /[?&]_(?:rsc|data)=|^[^?#]*(?:\/_next\/data\/|\.(?:rsc|data)(?=[?#]|$)|\/(?:_payload|page-data|q-data)\.json(?=[?#]|$)|__data\.json(?=[?#]|$))/;

/** https://fetch.spec.whatwg.org/#destination-table */
const frames = new Set(['iframe', 'frame', 'embed', 'object', 'fencedframe']);

/**
 * `fetch` and XMLHttpRequest have no destination (`empty`). `Sec-Fetch-Mode` proves nothing: Node's own `fetch` sends
 * only that, and every browser sends the destination with it. Libraries send `XMLHttpRequest`; an Android app that
 * shows a page sends its own name in the same header.
 */
function isOfScript(destination: string, header: Header): boolean {
  return destination !== '' || header('x-requested-with')?.toLowerCase() === 'xmlhttprequest';
}

function has(header: Header, names: readonly string[]): boolean {
  return names.some((name) => header(name) !== undefined);
}
