import type { FoundFile, Searched } from './search-files.ts';
import { formatUpdatedLinks, type UpdatedLinks } from './renamed-links.ts';
import { scopes, type Scope } from './scopes.ts';

interface ReplaceSummary {
  wanted: ReadonlySet<Scope>;
  isDry: boolean;
  /** How many files were searched. */
  files: number;
  followed: UpdatedLinks | undefined;
}

const maximumFiles = 30;
const maximumSamples = 6;
const maximumExamples = 3;

/** Reports what was replaced and what was left, so that the model need not look. */
export function formatReplaced(
  { found, unread }: Searched,
  { wanted, isDry, files, followed }: ReplaceSummary,
): string[] {
  const counts = found
    .map((file) => ({ file, count: file.sorted.hits.filter(({ scope }) => wanted.has(scope)).length }))
    .filter(({ file, count }) => count > 0 && file.after !== undefined);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const changed = counts.map(({ file }) => file);
  const what = `${total} ${total === 1 ? 'place' : 'places'} in ${counts.length} of ${files} files`;
  return [
    isDry ? `would replace ${what}; nothing was written` : `replaced ${what}`,
    ...capLines(
      counts.map(({ file, count }) => `${file.path}: ${count}`),
      maximumFiles,
    ),
    ...(changed.length === 0 ? [] : ['samples:', ...samplesOf(changed, wanted)]),
    ...(followed === undefined ? [] : formatUpdatedLinks(followed)),
    ...leftIn(found, wanted),
    ...(unread.length === 0 ? [] : [`not looked at, no text or too large: ${listFirst(unread)}`]),
  ];
}

/** Returns one sample of each file, and more when there are few files; identical lines appear once. */
function samplesOf(changed: FoundFile[], wanted: ReadonlySet<Scope>): string[] {
  const samples = new Map<string, string>();
  for (let turn = 0; turn < maximumSamples && samples.size < maximumSamples; turn += 1) {
    for (const file of changed.slice(0, maximumFiles)) {
      const hit = file.sorted.hits.filter(({ scope }) => wanted.has(scope))[turn];
      if (hit === undefined || samples.size >= maximumSamples) continue;
      const { before, after } = hitBeforeAndAfter(file.before, hit);
      const key = `${before} → ${after}`;
      if (!samples.has(key)) samples.set(key, `${file.path}:${lineOf(file.before, hit.start)} ${key}`);
    }
  }
  return [...samples.values()];
}

const contextLength = 50;

/** Returns a hit with the text around it in its line, before and after the replacement. */
function hitBeforeAndAfter(text: string, { start, end, text: by }: { start: number; end: number; text: string }) {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const newline = text.indexOf('\n', end);
  const head = text.slice(Math.max(lineStart, start - contextLength), start).trimStart();
  const tail = text.slice(end, Math.min(newline === -1 ? text.length : newline, end + contextLength)).trimEnd();
  const one = (middle: string) =>
    `${head}${middle.slice(0, contextLength * 2)}${tail}`.toWellFormed().replaceAll(/\s+/g, ' ');
  return { before: one(text.slice(start, end)), after: one(by) };
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Returns a line for each scope that was not requested and has hits. */
function leftIn(found: FoundFile[], wanted: ReadonlySet<Scope>): string[] {
  return scopes.flatMap((scope) => {
    if (wanted.has(scope)) return [];
    const withHits = found
      .map(({ path, sorted }) => ({ path, count: sorted.hits.filter((hit) => hit.scope === scope).length }))
      .filter(({ count }) => count > 0)
      .toSorted((a, b) => b.count - a.count);
    const total = withHits.reduce((sum, { count }) => sum + count, 0);
    if (total === 0) return [];
    return [`left: ${total} in ${scope}: ${listFirst(withHits.map(({ path, count }) => `${path} ${count}`))}`];
  });
}

function listFirst(names: string[]): string {
  const more = names.length - maximumExamples;
  return names.slice(0, maximumExamples).join(', ') + (more > 0 ? ` and ${more} more files` : '');
}

function capLines(lines: string[], most: number): string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), `… ${lines.length - most} more`];
}
