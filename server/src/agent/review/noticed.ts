import { cut } from '../text/cut.ts';
import type { ReviewHints } from '../ports.ts';

const longestText = 100;

/** Lists what is easily overlooked in a diff, each kind as a title and its lines; empty when there is nothing. */
export function formatNoticed({ lostLinks, repeated, isPartial }: ReviewHints): [title: string, text: string][] {
  const sections: [string, string][] = [];
  if (lostLinks.length > 0) {
    const lines = lostLinks.map(({ path, line, text }) => `${path}:${line} ${shorten(text)}`);
    sections.push(['Links that stood here before the change, and are no links any more', lines.join('\n')]);
  }
  if (repeated.length > 0) {
    const lines = repeated.map(({ places, text }) => `${places.map(formatPlace).join(' and ')}: ${shorten(text)}`);
    sections.push(['Paragraphs that stand twice now', lines.join('\n')]);
  }
  if (isPartial && sections.length > 0) sections.push(['Note', 'The change is large: there may be more of these.']);
  return sections;
}

function formatPlace({ path, line }: { path: string; line: number }): string {
  return `${path}:${line}`;
}

function shorten(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line.length > longestText ? `${cut(line, longestText)}…` : line;
}
