/**
 * Creates a UUID of version 7 (RFC 9562): 48 bits of time and 74 random ones. Ids of the same time are close to each
 * other in the server's index, so counting each only once stays cheap.
 */
export function viewId(at: number, randomBytes: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  const bytes = randomBytes(new Uint8Array(10));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = at.toString(16).padStart(12, '0');
  const variant = (8 + (Number.parseInt(digits.charAt(4), 16) & 3)).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${digits.slice(1, 4)}-${variant}${digits.slice(5, 8)}-${digits.slice(8)}`;
}

/** Uses the runtime's random bytes. Node 18 has no global `crypto`; there, too, an id must be unique but not secret. */
export function runtimeBytes(bytes: Uint8Array<ArrayBuffer>): Uint8Array {
  return globalThis.crypto?.getRandomValues(bytes) ?? bytes.map(() => Math.floor(Math.random() * 256));
}
