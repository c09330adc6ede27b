import { replaceInvisible } from '@copydesk/contract/invisible';

/**
 * Removes characters that people cannot see but programs read: controls, tags, marks that change the direction of the
 * text, zero-width characters, lone surrogates. Line ends become `\n`; such characters stay where emoji and scripts
 * need them.
 */
export function withoutInvisible(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n');
  const seen = replaceInvisible(lines, () => '');
  // A joiner may have been needed only because of the character that was removed next to it.
  return seen === lines ? seen : withoutInvisible(seen);
}
