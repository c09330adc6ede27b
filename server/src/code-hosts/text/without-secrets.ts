/**
 * Removes secrets that a text from somebody else may quote: literally, in an address, and in base64, as HTTP's Basic
 * scheme writes them after any user name (RFC 7617).
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let plain = text;
  for (const secret of secrets.filter((one) => one.length >= fewestCharacters)) {
    plain = plain.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');
    for (const core of basic(secret))
      plain = plain.replaceAll(new RegExp(`[\\w+/-]*${escapeForPattern(core)}[\\w+/=-]*`, 'g'), '…');
  }
  return plain;
}

/** A shorter text is not a secret of a host, and removing it would damage words. */
const fewestCharacters = 8;

/**
 * Returns the base64 characters that a text always produces, for each of its three possible offsets modulo three in the
 * encoded bytes.
 */
function basic(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    const whole = encoded.replace(/=+$/, '');
    // The characters at both ends also encode bits of the neighbouring text.
    return whole.slice(before === 0 ? 0 : before + 1, encoded.endsWith('=') ? -1 : undefined);
  });
}

function escapeForPattern(text: string): string {
  return text.replaceAll(/[+/]/g, String.raw`\$&`);
}
