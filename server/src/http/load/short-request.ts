/** A request that came whole, in one piece of bytes. */
export interface ShortRequest {
  method: string;
  target: string;
  /** By lower-case name; none came twice. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

/**
 * Reads bytes that are exactly one plain request of HTTP/1.1 (RFC 9112), its head and its body. Returns undefined for
 * anything unusual, and leaves the decision about it to Node's parser: nothing is refused here. The result is what Node
 * would read (a test reads a million randomly built and damaged requests with both). It takes a fifth of the time of
 * Node's parser with its two streams and their events.
 */
export function readShortRequest(bytes: Buffer): ShortRequest | undefined {
  const end = bytes.indexOf('\r\n\r\n', 0, 'latin1');
  if (end < 0) return undefined;
  const [requestLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const [, method = '', target = ''] = requestLineForm.exec(requestLine) ?? [];
  const headers = method === '' ? undefined : readHeaders(lines);
  if (headers === undefined || !isPlain(headers)) return undefined;
  const body = bytes.subarray(end + 4);
  return body.length === lengthOf(headers) ? { method, target, headers, body } : undefined;
}

const requestLineForm = /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\/[!-~]*) HTTP\/1\.1$/;

const forbiddenInLine = /[^\t -~]/;

function readHeaders(lines: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const key = keyOf(line.slice(0, Math.max(0, colon)));
    // When a header comes twice, the first, the last or all of them count, depending on the header. Node decides that.
    if (key === undefined || forbiddenInLine.test(line) || headers[key] !== undefined) return undefined;
    headers[key] = line.slice(colon + 1).trim();
  }
  return headers;
}

/** Names with other characters are allowed, but not used in practice. */
const nameForm = /^[a-z\d-]+$/i;

/** Returns the name of a header in lower case. @returns undefined for one with other characters. */
function keyOf(name: string): string | undefined {
  return usualNames.get(name) ?? (nameForm.test(name) ? name.toLowerCase() : undefined);
}

/**
 * The headers of browsers and proxies, as they write them, with the lower-case form: twelve names that are found here
 * take 2 µs less than twelve that are converted.
 */
const usualNames: ReadonlyMap<string, string> = new Map(
  (
    'accept accept-encoding accept-language cache-control connection content-length content-type cookie dnt forwarded ' +
    'host if-none-match origin pragma priority referer sec-ch-ua sec-ch-ua-mobile sec-ch-ua-platform sec-fetch-dest ' +
    'sec-fetch-mode sec-fetch-site sec-fetch-storage-access sec-gpc te user-agent via x-forwarded-for ' +
    'x-forwarded-host x-forwarded-port x-forwarded-proto x-real-ip x-request-id'
  )
    .split(' ')
    .flatMap((name) => [[name, name] as const, [capitalizeName(name), name] as const]),
);

/** `user-agent` → `User-Agent` */
function capitalizeName(name: string): string {
  return name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * Headers that decide where a request ends or what happens to its connection, and the one that Node turns into a list.
 */
const decidingHeaders = [
  'transfer-encoding',
  'trailer',
  'expect',
  'upgrade',
  'http2-settings',
  'proxy-connection',
  'set-cookie',
];

function isPlain(headers: Record<string, string>): boolean {
  if (headers.host === undefined || decidingHeaders.some((name) => headers[name] !== undefined)) return false;
  return headers.connection === undefined || headers.connection.toLowerCase() === 'keep-alive';
}

function lengthOf({ 'content-length': length }: Record<string, string>): number {
  if (length === undefined) return 0;
  return /^(?:0|[1-9]\d{0,5})$/.test(length) ? Number(length) : Number.NaN;
}
