/**
 * A text that somebody else wrote, without the secrets that it may quote: as they are, in an address, and in base64, as
 * HTTP's Basic scheme writes them behind any name of a user (RFC 7617).
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let plain = text;
  for (const secret of secrets.filter((one) => one.length >= shortest)) {
    plain = plain.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');
    for (const core of basic(secret))
      plain = plain.replaceAll(new RegExp(`[\\w+/-]*${escaped(core)}[\\w+/=-]*`, 'g'), '…');
  }
  return plain;
}

/** What is shorter is no secret of a host, and would blacken words. */
const shortest = 8;

/** The letters of base64 that a text has wherever it stands in what was encoded: they depend on that modulo three. */
function basic(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + secret).toString('base64');
    const whole = encoded.replace(/=+$/, '');
    // The letters at both ends hold bits of what stands beside.
    return whole.slice(before === 0 ? 0 : before + 1, encoded.endsWith('=') ? -1 : undefined);
  });
}

function escaped(text: string): string {
  return text.replaceAll(/[+/]/g, String.raw`\$&`);
}
