import type { Page } from '../../../../ports.ts';
import { orderChanges } from '../../text/change.ts';
import type { Change } from '../../text/change.ts';
import type { FoundProblem } from './check-docs.ts';
import type { PlanContext, Plan } from '../plan.ts';
import { reviseFiles } from '../replace/revise-files.ts';
import type { ReadFile } from '../replace/revise-files.ts';
import { isPagePath } from '../../text/paths.ts';

/** The result of fixing links. */
export interface LinkFixes {
  /** How many links were changed, and in which files. */
  links: number;
  changed: string[];
  left: string[];
}

/** A link to fix: its place, its current target, and its new target. */
export type LinkToFix = Pick<FoundProblem, 'path' | 'line' | 'message' | 'subject' | 'suggestion'>;

/** Replaces the subject of each problem by its suggestion: nothing else, and only when both are known. */
export async function* fixLinks(context: PlanContext, problems: readonly LinkToFix[]): Plan<LinkFixes> {
  const byPath = Map.groupBy(
    problems.filter((problem) => problem.subject !== undefined && problem.suggestion !== undefined),
    (problem) => problem.path,
  );
  let links = 0;
  const lost: string[] = [];
  const fixFile = ({ path, text }: ReadFile, page: Page | undefined) => {
    const changes = (byPath.get(path) ?? []).flatMap((problem) => {
      const fixes = fixLink(text, page, problem);
      if (fixes.length === 0) lost.push(`${path}:${problem.line}: ${problem.message}`);
      return fixes;
    });
    const ordered = orderChanges(text, changes);
    links += ordered.length;
    return ordered;
  };
  const revision = yield* reviseFiles([...byPath.keys()], async (files) => {
    const pages = await Promise.all(files.map((file) => parsePage(context, file)));
    return files.map((file, index) => fixFile(file, pages[index]));
  });
  return { links, changed: revision.changed, left: [...revision.left, ...lost] };
}

/** Navigation files are not pages and are not parsed. */
async function parsePage(context: PlanContext, { path, text }: ReadFile): Promise<Page | undefined> {
  return isPagePath(path) ? await context.parse(path, text) : undefined;
}

function fixLink(text: string, page: Page | undefined, problem: LinkToFix): Change[] {
  const { subject = '', suggestion = '' } = problem;
  const line = lineSpan(text, problem.line);
  const links = (page?.links ?? []).filter((link) => link.start < line.end && link.end > line.start);
  const whole = links.filter((link) => link.target === subject);
  if (whole.length > 0) return whole.map(({ span: { start, end } }) => ({ start, end, text: suggestion }));
  const parts = links.flatMap((link) => {
    const at = text.slice(link.span.start, link.span.end).lastIndexOf(subject);
    const start = link.span.start + at;
    return at === -1 ? [] : [{ start, end: start + subject.length, text: suggestion }];
  });
  if (parts.length > 0) return parts;
  return page === undefined ? fixInLine(text, line, subject, suggestion) : [];
}

/** Fixes a navigation file, when the subject occurs once in the reported line, as a whole value. */
function fixInLine(text: string, line: { start: number; end: number }, subject: string, suggestion: string): Change[] {
  const source = text.slice(line.start, line.end);
  const places = [...placesOf(source, subject)].filter((at) => {
    const around = (source[at - 1] ?? ' ') + (source[at + subject.length] ?? ' ');
    return !/[\w/.-]/u.test(around);
  });
  const [place] = places;
  if (place === undefined || places.length > 1) return [];
  const start = line.start + place;
  return [{ start, end: start + subject.length, text: suggestion }];
}

function* placesOf(text: string, part: string): Generator<number> {
  if (part === '') return;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) yield at;
}

function lineSpan(text: string, line: number): { start: number; end: number } {
  let start = 0;
  for (let count = 1; count < line; count += 1) {
    const newline = text.indexOf('\n', start);
    if (newline === -1) break;
    start = newline + 1;
  }
  const end = text.indexOf('\n', start);
  return { start, end: end === -1 ? text.length : end + 1 };
}
