/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Parses a line as an object; undefined when it is not JSON, or another value. */
export function readObject(line: string): JsonObject | undefined {
  const value = parse(line) ?? (line.includes('\\x') ? parse(withJsonEscapes(line)) : undefined);
  return isObject(value) ? value : undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** nginx writes `\x22` for a quote, which is not a JSON escape, unless its log_format has escape=json. */
function withJsonEscapes(line: string): string {
  return line.replaceAll(/(?:\\x[\da-f]{2})+/gi, (bytes) =>
    JSON.stringify(Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString()).slice(1, -1),
  );
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a text, the first of several. Numbers count as texts. */
export function textOf(value: unknown): string | undefined {
  const one: unknown = Array.isArray(value) ? value[0] : value;
  return typeof one === 'string' ? one : typeof one === 'number' ? String(one) : undefined;
}

/** Returns a status, written as a number or as a text; undefined when there is none. */
export function statusOf(value: unknown): number | undefined {
  const text = textOf(value);
  return text === undefined || !/^-?\d{1,9}$/.test(text) ? undefined : Number(text);
}

/** Returns headers by lower-case name, without secret ones. */
export function headersOf(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const headers: Record<string, string> = {};
  for (const [name, content] of Object.entries(value)) {
    const text = Array.isArray(content) ? content.join(', ') : textOf(content);
    const lower = name.toLowerCase();
    if (text !== undefined && !secret.has(lower)) headers[lower] = text;
  }
  return headers;
}

const secret = new Set(['cookie', 'authorization', 'proxy-authorization', 'set-cookie']);
