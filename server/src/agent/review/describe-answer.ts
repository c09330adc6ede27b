/** The model's description of its change. It is not yet sanitised for a code host. */
export interface ModelDescription {
  title: string;
  /** The commit message without its first line; may be ''. */
  commitBody: string;
  /** Markdown; may be ''. */
  description: string;
}

/** A longer first line is no title, but the beginning of some other text. */
const maximumTitle = 300;

/**
 * Reads a description as leniently as possible: inside code fences, after other words, with other names for its parts,
 * or with no names at all. Undefined when there is no title.
 */
export function parseDescription(answer: string): ModelDescription | undefined {
  const text = withoutFence(answer.replaceAll(/\r\n?/g, '\n').trim());
  return usableDescription(partsFromJson(text) ?? partsFromLabels(text) ?? partsFromLines(text));
}

/** Reads only an answer that names its parts as it was asked to: any other text may be meant for the user. */
export function parseLabelled(answer: string): ModelDescription | undefined {
  const text = withoutFence(answer.replaceAll(/\r\n?/g, '\n').trim());
  const parsed = partsFromJson(text) ?? partsFromLabels(text);
  return parsed && usableDescription(parsed);
}

/** Whether the answer says to keep the previous description. */
export function isKept(answer: string): boolean {
  return /^\W*KEEP\b/.test(answer) || /^\W*keep\W*$/i.test(answer);
}

function usableDescription(parsed: Parts): ModelDescription | undefined {
  const title = parsed.title.trim().replaceAll(/^["'`]+|["'`]+$/g, '');
  if (!/\p{L}/u.test(title) || title.length > maximumTitle) return undefined;
  return {
    title,
    commitBody: withoutFence(parsed.commitBody.trim()),
    description: withoutFence(parsed.description.trim()),
  };
}

/**
 * Removes a fence around the whole text. If a bare fence follows inside, that one ends the first, and nothing is
 * removed.
 */
function withoutFence(text: string): string {
  const [, fence = '', rest] = /^(`{3,}|~{3,})(?:markdown|md|text|txt|json)?[ \t]*\n([^]*)$/.exec(text) ?? [];
  if (rest === undefined || !rest.endsWith(`\n${fence}`)) return text;
  const content = rest.slice(0, -fence.length - 1);
  const within = content.split('\n').find((line) => line.startsWith(fence));
  return within?.trimEnd() === fence ? text : content.trim();
}

type Parts = { title: string; commitBody: string; description: string };

function partsFromJson(text: string): Parts | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const field = (...names: string[]): string => {
      const [, found] = Object.entries(value ?? {}).find(([name]) => names.includes(name.toLowerCase())) ?? [];
      return typeof found === 'string' ? found : '';
    };
    return {
      title: field('title'),
      commitBody: field('commit', 'commitbody', 'commit_body', 'body'),
      description: field('description'),
    };
  } catch {
    return undefined;
  }
}

const label =
  /^[\s#>*_-]*(?:(title)|(commit(?:[ -](?:message|body))?)|((?:pull request |pr |merge request )?description))[*_\s]*(?::[*_]*|$)[ \t]*(.*)$/i;

/** Reads from the first line that names the title. Each part ends where the next one is named, in that order. */
function partsFromLabels(text: string): Parts | undefined {
  const lines = text.split('\n');
  const parts: string[][] = [[], [], []];
  let part = -1;
  for (const line of lines) {
    const { part: named, rest } = labelOf(line);
    const isNext = named > part && (part >= 0 || named === 0);
    if (isNext) part = named;
    if (part >= 0) parts[part]?.push(isNext ? rest : line);
  }
  if (part < 0) return undefined;
  const [title = [], commit = [], description = []] = parts;
  const [first = '', ...others] = title.filter((line, index) => line.trim() !== '' || index > 0);
  const isSplit = part > 0;
  return {
    title: first,
    commitBody: commit.join('\n'),
    description: isSplit ? description.join('\n') : others.join('\n'),
  };
}

/** Returns which part a line names, in the order of a description, and what follows its name; -1 for none. */
function labelOf(line: string): { part: number; rest: string } {
  const match = label.exec(line);
  const part = match ? [match[1], match[2], match[3]].findIndex((name) => name !== undefined) : -1;
  return { part, rest: match?.[4] ?? '' };
}

/** Takes the first line as the title and the rest as the description. A single line is a remark and no description. */
function partsFromLines(text: string): Parts {
  const [title = '', ...rest] = text.split('\n');
  const description = rest.join('\n');
  return { title: description.trim() === '' ? '' : title.replace(/^#+\s+/, ''), commitBody: '', description };
}
