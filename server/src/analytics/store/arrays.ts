/**
 * Formats an array in PostgreSQL's text form, for `unnest`. The driver would quote and escape each element, which for
 * the columns of 10,000 views takes as long as everything else.
 */
export function numberArray(values: readonly (number | bigint | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** The same for elements that need no quotes: UUIDs, dates. */
export function plainArray(values: readonly string[]): string {
  return `{${values.join(',')}}`;
}

/** The same for bytes, in hex; the quotes keep the backslash. */
export function bytesArray(values: readonly Uint8Array[]): string {
  return `{${values.map((bytes) => `"\\\\x${hexOf(bytes)}"`).join(',')}}`;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');
}
