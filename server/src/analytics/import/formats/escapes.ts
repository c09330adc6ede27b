/**
 * Returns the original text of a request before nginx or Apache logged it: both write `\xHH` for bytes that are not
 * printable ASCII, and Apache also `\"`, `\\`, `\n` and the like.
 *
 * https://nginx.org/en/docs/http/ngx_http_log_module.html#log_format
 * https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats
 */
export function unescapeText(text: string): string {
  if (!text.includes('\\')) return text;
  // Neighbouring bytes form one UTF-8 character.
  return text
    .replaceAll(/(?:\\x[\da-f]{2})+/gi, (bytes) => Buffer.from(bytes.replaceAll('\\x', ''), 'hex').toString())
    .replaceAll(/\\(.)/gs, (_, letter: string) => letters[letter] ?? letter);
}

/**
 * {@link unescapeText} for an address: bytes beyond ASCII are percent-encoded, as a browser would have sent them, so
 * that even those that are not UTF-8 stay distinct.
 */
export function unescapeTarget(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replaceAll(/\\(?:x([\da-f]{2})|(.))/gis, (_, hex: string | undefined, letter: string) => {
    return hex === undefined ? (letters[letter] ?? letter) : sentByte(hex);
  });
}

/**
 * {@link unescapeText} for HAProxy, which writes `#HH` for quotes, braces, bars, `#` and what is not printable ASCII.
 */
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
