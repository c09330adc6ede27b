/** The formats in which a table of results can be sent, by media type. */
export const tableMediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

/** A key of {@link tableMediaTypes}. */
export type TableFormat = keyof typeof tableMediaTypes;

/**
 * Returns the format that an `Accept` header (RFC 9110, 12.5.1) asks for: the one with the highest quality among those
 * that it names explicitly, and the first of equal ones. Returns JSON when the header names none, or gives a wildcard a
 * higher quality.
 */
export function preferredFormat(accept: string | undefined): TableFormat {
  const ranges = (accept ?? '').split(',').map(mediaRange);
  let best: { format: TableFormat; quality: number } = { format: 'json', quality: 0 };
  for (const { type, quality } of ranges) {
    const format = formatOf(type);
    if (format !== undefined && quality > best.quality) best = { format, quality };
  }
  return best.quality >= qualityOf(ranges, ['application/json', 'application/*', '*/*']) ? best.format : 'json';
}

function formatOf(type: string): TableFormat | undefined {
  if (type === tableMediaTypes.json) return 'json';
  if (type === tableMediaTypes.csv) return 'csv';
  return type === tableMediaTypes.ndjson ? 'ndjson' : undefined;
}

/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) asks for an event stream rather than JSON: it must name
 * `text/event-stream` explicitly, not by a wildcard, with at least the quality that JSON has.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  return namesAtLeastAs(accept, 'text/event-stream', ['application/json', 'application/*', '*/*']);
}

/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) asks for Markdown rather than JSON: it must name `text/markdown`
 * explicitly, not by a wildcard, with at least the quality that JSON has.
 */
export function prefersMarkdownToJson(accept: string | undefined): boolean {
  return namesAtLeastAs(accept, 'text/markdown', ['application/json', 'application/*', '*/*']);
}

/**
 * Whether an `Accept` header asks for JSON rather than an event stream: it must name JSON, and give it a higher quality
 * than an event stream would get. `application/json, text/plain, *\/*`, which axios sends with every request, does not.
 */
export function prefersJson(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(mediaRange);
  const json = qualityOf(ranges, ['application/json', 'application/*']);
  return json > qualityOf(ranges, ['text/event-stream', 'text/*', '*/*']);
}

/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) asks for Markdown rather than HTML, as coding agents do: it must name
 * `text/markdown` explicitly, not by a wildcard, with at least the quality that HTML has.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  return namesAtLeastAs(accept, 'text/markdown', ['text/html', 'text/*', '*/*']);
}

/** Whether a type is named explicitly, with at least the quality of the first of the other types that has one. */
function namesAtLeastAs(accept: string | undefined, type: string, others: string[]): boolean {
  const ranges = (accept ?? '').split(',').map(mediaRange);
  const named = ranges.find((range) => range.type === type);
  return named !== undefined && named.quality > 0 && named.quality >= qualityOf(ranges, others);
}

interface MediaRange {
  type: string;
  quality: number;
}

function mediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** Returns the quality of the first type that has one; the types are listed from the most specific to the least. */
function qualityOf(ranges: MediaRange[], types: string[]): number {
  const named = types.flatMap((type) => ranges.filter((range) => range.type === type));
  return named[0]?.quality ?? 0;
}
