import { callAll } from '../plan.ts';
import type { PlanContext, Plan, ToolAnswer, ToolCall } from '../plan.ts';
import { siteOf } from '../site.ts';

/** One line of `check_docs`. */
export interface FoundProblem {
  path: string;
  line: number;
  severity: string;
  rule: string;
  message: string;
  subject?: string;
  suggestion?: string;
}

/** How many pages one call checks when the problems of all pages do not fit into one answer. */
const pagesPerCall = 40;

/** The problems found, and the files with more problems than fit into one answer. */
export interface FoundProblems {
  problems: FoundProblem[];
  cut: string[];
  /** What the checks could not judge, in their own words: `3 of 120 links, because …`. */
  notJudged: string[];
}

/** Returns all problems of the docs, or of some pages; of a single file, as many as fit into one answer. */
export async function* checkDocs(context: PlanContext, paths?: readonly string[]): Plan<FoundProblems> {
  if (paths?.length === 0) return { problems: [], cut: [], notJudged: [] };
  const [whole] = yield [checkCall(paths)];
  const notJudged = readNotJudged(whole);
  const found = readProblems(whole, paths);
  if (!found.more) return { problems: found.problems, cut: [], notJudged };
  const parts = yield* checkInParts(paths ?? (await everyCheckedFile(context)));
  return { ...parts, notJudged };
}

/** Halves a part until its problems fit into one answer. */
async function* checkInParts(paths: readonly string[]): Plan<Pick<FoundProblems, 'problems' | 'cut'>> {
  let parts = chunks(paths, pagesPerCall);
  const problems: FoundProblem[] = [];
  const cut: string[] = [];
  while (parts.length > 0) {
    const answers = yield* callAll(parts.map(checkCall));
    const next: string[][] = [];
    for (const [index, part] of parts.entries()) {
      const found = readProblems(answers[index], part);
      if (found.more && part.length > 1) next.push(...chunks(part, Math.ceil(part.length / 2)));
      else problems.push(...found.problems);
      if (found.more && part.length === 1) cut.push(...part);
    }
    parts = next;
  }
  return { problems, cut };
}

/** Returns the pages, and the files that list them. */
async function everyCheckedFile(context: PlanContext): Promise<string[]> {
  const { pages, navigation } = await siteOf(context);
  return [...new Set([...pages, ...navigation])];
}

function checkCall(paths: readonly string[] | undefined): ToolCall {
  return { tool: 'check_docs', input: { ...(paths === undefined ? {} : { paths: [...paths] }), earlier: true } };
}

/** Keeps only problems of the requested pages: the tool reports what the job itself caused on any page. */
function readProblems(
  answer: ToolAnswer | undefined,
  paths: readonly string[] | undefined,
): { problems: FoundProblem[]; more: boolean } {
  if (answer?.ok !== true) return { problems: [], more: false };
  const lines = answer.text.split('\n');
  const asked = paths && new Set(paths);
  const problems = lines.flatMap(readProblem).filter(({ path }) => asked?.has(path) !== false);
  return { problems, more: /^… \d+ more$/u.test(lines.at(-1) ?? '') };
}

function readNotJudged(answer: ToolAnswer | undefined): string[] {
  if (answer?.ok !== true) return [`the docs: ${answer?.text ?? 'they were not checked'}`];
  const mark = 'not judged: ';
  return answer.text.split('\n').flatMap((line) => (line.startsWith(mark) ? [line.slice(mark.length)] : []));
}

/**
 * Reads `PATH:LINE SEVERITY RULE: MESSAGE | subject: JSON | suggestion: JSON`; returns an empty list for any other
 * line.
 */
export function readProblem(line: string): FoundProblem[] {
  const match = /^(.+?):(\d+) (error|warning) ([\w-]+): /u.exec(line);
  if (match === null) return [];
  const suggestion = takeField(line, 'suggestion');
  const subject = takeField(suggestion.rest, 'subject');
  return [
    {
      path: match[1] ?? '',
      line: Number(match[2]),
      severity: match[3] ?? '',
      rule: match[4] ?? '',
      message: subject.rest.slice(match[0].length),
      ...(subject.value === undefined ? {} : { subject: subject.value }),
      ...(suggestion.value === undefined ? {} : { suggestion: suggestion.value }),
    },
  ];
}

/** Removes the last field from a line and returns both. */
function takeField(line: string, name: string): { value?: string; rest: string } {
  const mark = ` | ${name}: `;
  const at = line.lastIndexOf(mark);
  if (at === -1) return { rest: line };
  try {
    const value: unknown = JSON.parse(line.slice(at + mark.length));
    return typeof value === 'string' ? { value, rest: line.slice(0, at) } : { rest: line };
  } catch {
    return { rest: line };
  }
}

function chunks(paths: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(paths.length / size) }, (_, index) =>
    paths.slice(index * size, (index + 1) * size),
  );
}
