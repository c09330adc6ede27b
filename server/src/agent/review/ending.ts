import type { EndedWithout } from '../ports.ts';

/** A text that ends a turn without a change, in the form that the instructions ask for. */
export interface Ending {
  kind: EndedWithout;
  /** As the model wrote it: `QUESTION`. */
  label: string;
  /** Without the label. */
  text: string;
}

const kinds: ReadonlyMap<string, EndedWithout> = new Map([
  ['ANSWER', 'answered'],
  ['QUESTION', 'needs_answer'],
  ['DECLINED', 'declined'],
  ['NOTHING TO DO', 'nothing_to_do'],
]);

const label = /^[\s#>*_-]*(ANSWER|QUESTION|DECLINED|NOTHING TO DO)[*_ \t]*:[*_]*[ \t]*(.*)$/;

/** Reads `QUESTION: …` and similar labels at the start of any line; undefined for a text without such a line. */
export function endingOf(answer: string): Ending | undefined {
  const lines = answer.replaceAll(/\r\n?/g, '\n').trim().split('\n');
  for (const [index, line] of lines.entries()) {
    // Models that spell the label in their own way put it at the beginning.
    const [, name, rest = ''] = label.exec(index === 0 ? upperLabel(line) : line) ?? [];
    const kind = kinds.get(name ?? '');
    if (kind === undefined || name === undefined) continue;
    const text = [...lines.slice(0, index), rest, ...lines.slice(index + 1)].join('\n').trim();
    return { kind, label: name, text };
  }
  return undefined;
}

const longestLabel = 30;

function upperLabel(line: string): string {
  const end = line.indexOf(':');
  return end < 0 || end > longestLabel ? line : line.slice(0, end).toUpperCase().replaceAll('_', ' ') + line.slice(end);
}
