/**
 * Returns whether an `Accept` header prefers Markdown to HTML: by the q-values, and by the order when they are equal.
 */
export function prefersMarkdown(accept: string): boolean {
  if (!asksForMarkdown(accept)) return false;
  const ranges = acceptedRanges(accept);
  const markdown = ranges.find(({ type }) => type === 'text/markdown' || type === 'text/x-markdown');
  if (markdown === undefined || markdown.quality === 0) return false;
  const html = ranges.find(({ type }) => type === 'text/html');
  if (html === undefined) return true;
  return markdown.quality > html.quality || (markdown.quality === html.quality && markdown.place < html.place);
}

/** Returns whether the header asks for Markdown at all, at any position: no browser does. */
export function asksForMarkdown(accept: string): boolean {
  return /\btext\/(?:x-)?markdown\b/i.test(accept);
}

function acceptedRanges(accept: string): { type: string; quality: number; place: number }[] {
  return accept.split(',').map((range, place) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const parsed = quality === undefined ? 1 : Number(quality);
    return { type, quality: Number.isNaN(parsed) ? 0 : parsed, place };
  });
}
