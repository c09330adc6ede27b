/**
 * Removes the control sequences of terminals (ECMA-48): colours, movements, titles, links. The caller removes an escape
 * character that begins none of them, together with other control characters. Each pattern reads any text only once.
 */
export function withoutEscapes(text: string): string {
  return text.includes('\u001B') || text.includes('\u009B') ? text.replaceAll(sequences, '') : text;
}

const sequences = new RegExp(
  [
    // OSC, DCS, SOS, PM and APC contain a text of their own: `ESC ] 8 ; ; https://example.org BEL`.
    String.raw`\u001B[\]PX^_][^\u0007\u001B\n]*(?:\u0007|\u001B\\)?`,
    String.raw`(?:\u001B\[|\u009B)[0-?]*[ -/]*[@-~]?`,
    String.raw`\u001B[ -/]*[0-~]`,
  ].join('|'),
  'g',
);
