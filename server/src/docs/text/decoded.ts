/** Decodes percent-encoding; returns the text unchanged if the encoding is invalid. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
