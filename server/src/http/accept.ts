/** The forms in which a table of results is answered, by their media types. */
export const tableMediaTypes = {
  json: 'application/json',
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
} as const;

/** A form of {@link tableMediaTypes}. */
export type TableFormat = keyof typeof tableMediaTypes;

/**
 * The form that an `Accept` header (RFC 9110, 12.5.1) asks for: of those that it names itself the one of the greatest
 * quality, the first of several. JSON where it names none, or likes whatever comes by a wildcard better.
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
 * `text/event-stream` itself, not by a wildcard, with at least the quality that JSON has.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(mediaRange);
  const stream = ranges.find((range) => range.type === 'text/event-stream');
  if (stream === undefined || stream.quality === 0) return false;
  return stream.quality >= qualityOf(ranges, ['application/json', 'application/*', '*/*']);
}

/**
 * Whether an `Accept` header asks for JSON rather than an event stream: it must name JSON, and like it better than whatever an
 * event stream would be. `application/json, text/plain, *\/*`, which axios sends with every request, does not.
 */
export function prefersJson(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(mediaRange);
  const json = qualityOf(ranges, ['application/json', 'application/*']);
  return json > qualityOf(ranges, ['text/event-stream', 'text/*', '*/*']);
}

/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) asks for Markdown rather than HTML, as coding agents do: it must name
 * `text/markdown` itself, not by a wildcard, with at least the quality that HTML has.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  const ranges = (accept ?? '').split(',').map(mediaRange);
  const markdown = ranges.find((range) => range.type === 'text/markdown');
  if (markdown === undefined || markdown.quality === 0) return false;
  return markdown.quality >= qualityOf(ranges, ['text/html', 'text/*', '*/*']);
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

/** The quality of the first of the types, from the most specific on, that has one. */
function qualityOf(ranges: MediaRange[], types: string[]): number {
  const named = types.flatMap((type) => ranges.filter((range) => range.type === type));
  return named[0]?.quality ?? 0;
}
