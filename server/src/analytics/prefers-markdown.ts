/**
 * Whether an `Accept` header (RFC 9110, 12.5.1) asks for Markdown rather than HTML: it names `text/markdown` itself,
 * with a greater weight than HTML has by itself or by a wildcard, or with the same and before `text/html`. Agents send
 * `text/markdown, text/html;q=0.9`, and `text/markdown, text/html, …` as well.
 */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !/text\/markdown/i.test(accept)) return false;
  const ranges = accept.split(',').map(mediaRange);
  const markdown = ranges.findIndex(({ type }) => type === 'text/markdown');
  const weight = ranges[markdown]?.weight ?? 0;
  const html = ranges.findIndex(({ type }) => type === 'text/html');
  const htmlWeight = html >= 0 ? ranges[html]?.weight : wildcardWeight(ranges);
  if (weight === 0 || weight < (htmlWeight ?? 0)) return false;
  return weight > (htmlWeight ?? 0) || html < 0 || markdown < html;
}

interface MediaRange {
  type: string;
  weight: number;
}

function wildcardWeight(ranges: MediaRange[]): number | undefined {
  return ['text/*', '*/*'].map((type) => ranges.find((range) => range.type === type)?.weight).find(isNumber);
}

function isNumber(weight: number | undefined): boolean {
  return weight !== undefined;
}

function mediaRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}
