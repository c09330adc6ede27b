/** A text that is searched, and what people call each of its lines. */
export interface AddedText {
  text: string;
  /** Where a character of it stands. */
  placeAt: (index: number) => Place;
}

export interface Place {
  /** `docs/setup.md line 12`, `the commit message`. */
  name: string;
  /** Whether that is in a file, and not in what is said beside them. */
  isFile: boolean;
}

interface Part {
  place: string;
  /** Whether it is a file, whose lines are told, and of which those that stood before are left out. */
  isFile: boolean;
  text: string;
}

/** Far more than a rule reads over: what ends one part and begins another is not one thing. */
const between = ['', '', '', ''];

/**
 * The new lines of all parts as one text: a line of a file that stood anywhere before is none. The frame of a key stays,
 * too: in an example that was there, the key itself may be new.
 */
export async function addedText(parts: readonly Part[], before: readonly string[]): Promise<AddedText> {
  const pause = pauses();
  const there = await linesOf(before, pause);
  const lines: string[] = [];
  const owners: Part[] = [];
  const numbers: number[] = [];
  for (const part of parts) {
    await pause(part.text);
    const own = [...part.text.split('\n'), ...between];
    for (const [index, line] of own.entries()) {
      const isOld = part.isFile && line !== '' && there.has(line) && !line.includes('-----');
      if (isOld || (line === '' && lines.at(-1) === '' && index < own.length - between.length)) continue;
      lines.push(line);
      owners.push(part);
      numbers.push(index + 1);
    }
  }
  const text = lines.join('\n');
  return {
    text,
    placeAt(index) {
      const line = lineAt(text, index);
      const { place, isFile } = owners[line] ?? { place: '', isFile: false };
      return { name: isFile ? `${place} line ${numbers[line]}` : place, isFile };
    },
  };
}

async function linesOf(texts: readonly string[], pause: (text: string) => Promise<void>): Promise<Set<string>> {
  const lines = new Set<string>();
  for (const text of texts) {
    await pause(text);
    for (const line of text.split('\n')) lines.add(line);
  }
  return lines;
}

const charactersAtOnce = 500_000;

/** Lets other work in after each half million characters: they take some 5 ms. */
function pauses(): (text: string) => Promise<void> {
  let characters = 0;
  return async (text) => {
    characters += text.length;
    if (characters < charactersAtOnce) return;
    characters = 0;
    await new Promise(setImmediate);
  };
}

/** How many line breaks are before a character. */
function lineAt(text: string, index: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
