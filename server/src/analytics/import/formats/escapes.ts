/**
 * What stood in a request before nginx or Apache wrote it down: both put `\xHH` for bytes that are no printable ASCII,
 * and Apache `\"`, `\\`, `\n` and the like besides.
 *
 * https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 * https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  // Neighbouring bytes make up one character of UTF-8.
  return text
    .replaceAll(/(?:\\x[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString())
    .replaceAll(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
}

/**
 * {@link unescapeText} for an address: bytes beyond ASCII are percent-encoded, as a browser would have sent them, so
 * that also those that are no UTF-8 keep apart.
 */
export function unescapeTarget(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(?:x([\da-f]{2})|(.))/gis, (_, hex: string | undefined, letter: string) => {
    return hex === undefined ? (letters[letter] ?? letter) : sentByte(hex);
  });
}

/** {@link unescapeText} for HAProxy, which puts `#HH` for quotes, braces, bars, `#` and what is no printable ASCII. */
export function unescapeHashed(text: string): string {
  return text.replaceAll(/(?:#[\dA-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('#', ''), 'hex').toString());
}

/** {@link unescapeTarget} for HAProxy. */
export function unescapeHashedTarget(text: string): string {
  return text.replaceAll(/#([\dA-F]{2})/g, (_, hex: string) => sentByte(hex));
}

function sentByte(hex: string): string {
  const byte = Number.parseInt(hex, 16);
  return byte < 0x80 ? String.fromCodePoint(byte) : `%${hex.toUpperCase()}`;
}

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', v: '\v', f: '\f' };
