import { editsRelativeTo, replaceSpans, type TextEdit } from '../../text/lines.ts';
import { partsOf } from '../../parts/parts.ts';
import { importsOf } from '../../parts/imports-of.ts';
import type { Span } from '../../tree.ts';
import { movedParts } from '../moved-parts.ts';
import type { TransferWork } from './links.ts';
import type { Stretch } from './stretch.ts';

/** The imports and includes of the text at its new place. */
export interface MovedImports {
  /** Imports that the target page needs now. */
  add: string[];
  /**
   * Edits of the moved text: includes that must still lead to the same files, and imports that go to the top of the
   * page.
   */
  edits: TextEdit[];
}

/** Moves the imports of components that the text uses, and rewrites its includes for the new place. */
export async function moveImports({ view, after, stretch, place }: TransferWork): Promise<MovedImports> {
  const moves = new Map([[stretch.path, place.path]]);
  const retargeted = await movedParts(partsOf(view), partsOf(after), { page: stretch.path, moves });
  const isInside = ({ start, end }: Span) => start >= stretch.start && end <= stretch.end;
  // Imports in a script belong to the whole page.
  if (importsOf(view, stretch.path, stretch.facts) !== stretch.facts.imports)
    return { add: [], edits: retargeted.filter(isInside) };
  const statements = statementsOf(stretch.text, stretch.facts.imports);
  const moved = stretch.text.slice(stretch.start, stretch.end);
  const there = new Set(
    place.page ? statementsOf(place.page.text, place.page.facts.imports).flatMap((one) => one.names) : [],
  );
  const add: string[] = [];
  const removed: TextEdit[] = [];
  for (const { names, ...span } of statements) {
    const isOwn = isInside(span);
    if (isOwn) removed.push({ ...span, text: '' });
    const isNeeded = isOwn || names.some((name) => isUsed(moved, name));
    if (!isNeeded || (names.length > 0 && names.every((name) => there.has(name)))) continue;
    const own = retargeted.filter(({ start, end }) => start >= span.start && end <= span.end);
    const statement = replaceSpans(stretch.text.slice(span.start, span.end), editsRelativeTo(own, span.start)).trim();
    add.push(withoutNames(statement, there));
  }
  const isRemoved = ({ start, end }: Span) => removed.some((one) => one.start <= start && end <= one.end);
  return { add, edits: [...retargeted.filter((edit) => isInside(edit) && !isRemoved(edit)), ...removed] };
}

/**
 * Removes names that the page already imports: `import { A, B } from 'x'` → `import { B } from 'x'` if the page has an
 * A.
 */
function withoutNames(statement: string, there: ReadonlySet<string>): string {
  return statement.replace(/\{([^{}]*)\}/, (_, list: string) => {
    const kept = list
      .split(',')
      .filter((one) => one.trim() !== '' && !there.has(/[\w$]+\s*$/.exec(one)?.[0].trim() ?? ''));
    return `{ ${kept.map((one) => one.trim()).join(', ')} }`;
  });
}

/** Returns where the last import of a page ends; undefined if it has none. */
export function endOfImports(text: string, imports: { span: Span }[]): number | undefined {
  return statementsOf(text, imports).at(-1)?.end;
}

/** Returns the edits that remove the imports from moved text: they go to the top of its new page. */
export function withoutImports({ text, facts, start, end }: Stretch): TextEdit[] {
  return statementsOf(text, facts.imports)
    .filter((one) => one.start >= start && one.end <= end)
    .map((one) => ({ start: one.start, end: one.end, text: '' }));
}

interface Statement extends Span {
  /** The names that it imports. */
  names: string[];
}

/** Returns statements such as `import A, { B as C } from './a'`, on one line or several. */
function statementsOf(text: string, imports: { span: Span }[]): Statement[] {
  return imports.flatMap(({ span }) => {
    const before = text.slice(Math.max(0, span.start - longestStatement), span.start);
    const at = before.search(/(?:^|\n)import\b(?![^]*\nimport\b)/);
    if (at === -1) return [];
    const start = span.start - before.length + at + (before[at] === '\n' ? 1 : 0);
    const newline = text.indexOf('\n', span.end);
    const names =
      text
        .slice(start, span.start)
        .replace(/\bfrom\s*["']$/, '')
        .match(/[\w$]+(?=\s*[,}]|\s*$)/g) ?? [];
    return [{ start, end: newline === -1 ? text.length : newline, names: names.filter((name) => name !== 'import') }];
  });
}

const longestStatement = 2_000;

function isUsed(text: string, name: string): boolean {
  return [`<${name}`, `{${name}`, `{ ${name}`, `(${name}`, ` ${name}.`].some((form) => text.includes(form));
}
