import { marked as markedAtAll, markLine } from '../marks.ts';

/** Returns a text with its mark, no longer than GitHub accepts. */
export function marked(text: string, mark: string): string {
  return markedAtAll(cutToLimit(text), mark);
}

export function hasMark(text: string | null | undefined, mark: string): boolean {
  return text?.includes(markLine(mark)) ?? false;
}

/** GitHub refuses texts of more than 65,536 characters; this leaves room for the mark and the end of a code block. */
const mostCharacters = 65_000;

function cutToLimit(text: string): string {
  if (text.length <= mostCharacters) return text;
  const cut = text.slice(0, mostCharacters - 200);
  const lines = cut.slice(0, Math.max(cut.lastIndexOf('\n'), 0)) || cut;
  const fence = (lines.match(/^\s{0,3}```/gmu) ?? []).length % 2 === 1 ? '\n```' : '';
  return `${lines}${fence}\n\n…\n\n*The rest is left out: GitHub accepts no longer text.*`;
}
