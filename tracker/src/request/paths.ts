/** Files that belong to pages and are none themselves. A PDF is read as a page is. */
const assets =
  /\.(?:css|js|mjs|cjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|eot|mp4|webm|mp3|ogg|wav|wasm|zip|t?gz|xml|json|webmanifest|rss|atom|txt)$/i;

/** What agents read first: the one text file that is a page. */
const llmsText = /\/llms(?:-full)?\.txt$/i;

/** Whether the path, without a query, is none of a file that belongs to a page. */
export function isPagePath(path: string): boolean {
  return !assets.test(path) || llmsText.test(path);
}

/** Whether a path that is answered as plain text is one of the texts that count as pages. */
export function isTextPage(path: string): boolean {
  return llmsText.test(path) || /\.mdx?$/i.test(path);
}

/** Whether the site's own options count the path in. */
export function isIncluded(
  path: string,
  { include, exclude }: { include: (string | RegExp)[] | undefined; exclude: (string | RegExp)[] },
): boolean {
  return (include === undefined || matches(path, include)) && !matches(path, exclude);
}

function matches(path: string, patterns: (string | RegExp)[]): boolean {
  return patterns.some((pattern) => (typeof pattern === 'string' ? isUnder(path, pattern) : path.search(pattern) >= 0));
}

/** `/docs` and `/docs/` take in `/docs` and `/docs/start`, and not `/docsify`. */
function isUnder(path: string, folder: string): boolean {
  const bare = folder.replace(/\/+$/, '');
  return path.startsWith(bare) && (path.length === bare.length || path[bare.length] === '/');
}
