/** A text to be searched, and the name of each of its lines. */
export interface AddedText {
  text: string;
  /** Returns the place of a character of the text. */
  placeAt: (index: number) => Place;
}

export interface Place {
  /** The name of the place: `docs/setup.md line 12`, `the commit message`. */
  name: string;
  /** Whether the place is in a file, and not in a text beside the files. */
  isFile: boolean;
}

interface Part {
  place: string;
  /** Whether it is a file. Its lines are numbered in reports, and those that existed before are left out. */
  isFile: boolean;
  text: string;
}

/** Empty lines between parts: far more than a rule reads over, so that no match spans two parts. */
const emptyLinesBetween = ['', '', '', ''];

/**
 * Returns the new lines of all parts as one text. A line of a file that existed anywhere before is not new. Lines with
 * the frame of a key stay in any case: in an existing example, the key itself may be new.
 */
export async function addedText(parts: readonly Part[], before: readonly string[]): Promise<AddedText> {
  const pause = createPause();
  const earlierLines = await linesOf(before, pause);
  const lines: string[] = [];
  const owners: Part[] = [];
  const numbers: number[] = [];
  for (const part of parts) {
    await pause(part.text);
    const own = [...part.text.split('\n'), ...emptyLinesBetween];
    for (const [index, line] of own.entries()) {
      const isOld = part.isFile && line !== '' && earlierLines.has(line) && !line.includes('-----');
      if (isOld || (line === '' && lines.at(-1) === '' && index < own.length - emptyLinesBetween.length)) continue;
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

/** Returns a function that yields to other work after each half million characters, which take about 5 ms. */
function createPause(): (text: string) => Promise<void> {
  let characters = 0;
  return async (text) => {
    characters += text.length;
    if (characters < charactersAtOnce) return;
    characters = 0;
    await new Promise(setImmediate);
  };
}

/** Returns how many line breaks precede a character. */
function lineAt(text: string, index: number): number {
  let line = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) line += 1;
  return line;
}
