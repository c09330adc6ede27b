import { replaceInvisible } from '@copydesk/contract/invisible';

/**
 * Without what nobody sees and something reads: controls, tags, marks that turn the direction of the text, characters without
 * width, lone surrogates. Line ends become `\n`; what emoji and scripts need where it stands is kept.
 */
export function withoutInvisible(text: string): string {
  const lines = text.replaceAll(/\r\n?|[\u2028\u2029\u0085]/g, '\n');
  const seen = replaceInvisible(lines, () => '');
  // What stood between two letters may have been all that a joiner was needed for.
  return seen === lines ? seen : withoutInvisible(seen);
}
