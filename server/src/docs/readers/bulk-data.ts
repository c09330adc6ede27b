import type { PageToken } from '../parse/page-facts.ts';

/** A part of a page that is data rather than text. `start` and `end` are UTF-16 offsets of the page. */
export interface BulkData {
  /** For people, such as `a table of 340 rows`. */
  name: string;
  start: number;
  end: number;
  /** How many of them AI readers get: the tags of a table in HTML are removed. */
  characters: number;
}

/**
 * From this many rows a table is data, and from this many characters a block of JSON or a text in base64: the
 * thresholds of the Agent-Friendly Documentation Spec 0.6.0, `embedded-data-serialization`.
 */
const thresholds = { rows: 20, characters: 2_000 };

/** Collects large tables and blocks of JSON; `finish` adds what Markdown has no tokens for. */
export function bulkDataVisitor(text: string) {
  const found: BulkData[] = [];
  const code: { start: number; end: number }[] = [];
  let rows = 0;
  let language = '';

  const addTable = (start: number, end: number, count: number, characters = end - start): void => {
    if (count < thresholds.rows) return;
    found.push({ name: `a table of ${count.toLocaleString('en')} rows`, start, end, characters });
  };

  return {
    found,
    enter({ type }: PageToken) {
      if (type === 'table') rows = 0;
      else if (type === 'codeFenced' || type === 'codeIndented') language = '';
    },
    exit({ type, start, end }: PageToken) {
      if (type === 'tableRow') rows += 1;
      else if (type === 'codeFencedFenceInfo') language = text.slice(start, end);
      // The header is a row, too.
      else if (type === 'table') addTable(start, end, rows - 1);
      else if (type === 'codeFenced' || type === 'codeIndented') {
        code.push({ start, end });
        if (!isJson(text, { start, end, language })) return;
        const characters = end - start;
        found.push({
          name: `a block of JSON with ${characters.toLocaleString('en')} characters`,
          start,
          end,
          characters,
        });
      }
    },
    finish() {
      for (const { start, end } of htmlTablesIn(text)) {
        const table = text.slice(start, end);
        const count = table.match(/<tr\b/gi)?.length ?? 0;
        if (count < thresholds.rows || isInAny(code, start)) continue;
        addTable(start, end, count, table.replaceAll(/<[^<>]*>/g, '').length);
      }
      for (const { index, 0: run } of text.matchAll(base64)) {
        if (isInAny(found, index)) continue;
        const characters = run.length;
        const name = `${characters.toLocaleString('en')} characters in base64`;
        found.push({ name, start: index, end: index + characters, characters });
      }
    },
  };
}

function isInAny(spans: readonly { start: number; end: number }[], at: number): boolean {
  return spans.some(({ start, end }) => start <= at && at < end);
}

/** Yields the tables that are written in HTML, in one pass: a table without an end ends it. */
function* htmlTablesIn(text: string): Generator<{ start: number; end: number }> {
  const plain = text.toLowerCase();
  for (let start = plain.indexOf('<table'); start >= 0;) {
    const end = plain.indexOf('</table', start);
    if (end < 0) return;
    yield { start, end };
    start = plain.indexOf('<table', end);
  }
}

const base64 = new RegExp(`[A-Za-z0-9+/]{${thresholds.characters},}={0,2}`, 'g');

const jsonLanguage = /^(?:geo|nd)?json(?:c|5|l|-ld)?$/i;

/** A block that names no language is JSON if it can be read as such. */
function isJson(text: string, { start, end, language }: { start: number; end: number; language: string }): boolean {
  if (end - start < thresholds.characters) return false;
  if (language !== '') return jsonLanguage.test(language);
  const body = text
    .slice(start, end)
    .replace(/^[`~]{3,}.*\n/, '')
    .replace(/\n *[`~]{3,} *$/, '');
  if (!/^\s*[[{]/.test(body)) return false;
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
}
