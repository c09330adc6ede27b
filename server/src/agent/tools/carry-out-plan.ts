import { CopydeskError } from '@copydesk/contract';
import type { AgentTree, ChangedLink, ChangePlan, FileEdit } from '../ports.ts';
import { encodeText } from '../text/text-file.ts';
import { applyTogether, writeWhole, type WholeFile } from './file/apply-together.ts';
import { addedLines, smallDiff } from './show/small-diff.ts';
import type { ToolContext } from './tool.ts';

/** The result of a plan: the written paths, with their old and new contents, and the refused ones. */
export interface Outcome {
  written: { path: string; before: string; after: string }[];
  refused: string[];
}

/**
 * Writes a plan: first what links and navigation need, all of it or nothing, then what is optional, such as a redirect
 * in a file that only people may change.
 * @throws any error of the tree about what is needed.
 */
export async function carryOutPlan(tree: AgentTree, paths: WholeFile[], edits: FileEdit[]): Promise<Outcome> {
  const needed = edits.filter(({ optional }) => optional !== true);
  const former = new Map<string, string>();
  for (const { path } of edits) former.set(path, await textOf(tree, path));
  await applyTogether(tree, [
    // Removals come first: `a` can become `a/b` only when `a` is no longer a file.
    ...paths,
    ...needed.map(({ path, content }) => ({ path, content: encodeText(path, content) })),
  ]);
  const written = [...needed];
  const refused: string[] = [];
  for (const edit of edits.filter(({ optional }) => optional === true)) {
    try {
      await writeWhole(tree, edit.path, encodeText(edit.path, edit.content));
      written.push(edit);
    } catch (error) {
      if (!(error instanceof CopydeskError)) throw error;
      refused.push(edit.path);
    }
  }
  return {
    written: written.map(({ path, content }) => ({ path, before: former.get(path) ?? '', after: content })),
    refused,
  };
}

async function textOf(tree: AgentTree, path: string): Promise<string> {
  return tree.entry(path) === undefined ? '' : new TextDecoder().decode(await tree.read(path));
}

/** Of very many files, only the first are listed. */
const maximumLines = 200;

/**
 * Reports the effects of a plan that was carried out, one line for each. Below a file are its changed links, indented
 * as `LINE: OLD → NEW` or `LINE: no link to OLD any more: TEXT`, or else a small diff.
 *
 * @param shown the files for which only links are reported, because the model knows the rest of the change.
 */
export function planLines(plan: ChangePlan, outcome: Outcome, shown: readonly string[] = []): string[] {
  const { refused } = outcome;
  const writtenRedirects = plan.redirects.filter(({ path }) => !refused.includes(path));
  const refusedRedirects = plan.redirects.filter(({ path }) => refused.includes(path));
  const rest = refused.filter((path) => !plan.redirects.some((redirect) => redirect.path === path));
  return [
    ...fileLines(plan, outcome, shown),
    ...capLines(
      writtenRedirects.map(
        ({ from, to, path, languages, isAssumed }) =>
          `redirected ${from} to ${to} in ${path}${formatLanguages(languages)}${isAssumed === true ? assumedNote : ''}`,
      ),
    ),
    ...capLines(
      refusedRedirects.map(
        ({ from, to, path }) => `not redirected: ${path} is for people to change; name ${from} → ${to} at the end`,
      ),
    ),
    ...rest.map((path) => `names the old place, and is for people to change: ${path}`),
    ...capLines(plan.lost.map((address) => `nothing leads on from ${address}`)),
    ...plan.mentions.map(({ path, line, text }) => `still names the old place: ${path}:${line} ${text}`),
    ...(plan.moreMentions === 0 ? [] : [`… ${plan.moreMentions} more places name it: search for them`]),
  ];
}

/** Reviewers are told of it by the model: nobody else could notice it. */
const assumedNote = ' (this address is a guess: no redirect shows which folder the host serves)';

function formatLanguages(languages = 0): string {
  return languages === 0 ? '' : `, and likewise in ${languages} more ${languages === 1 ? 'language' : 'languages'}`;
}

function capLines(lines: string[]): string[] {
  return lines.length <= maximumLines
    ? lines
    : [...lines.slice(0, maximumLines), `… ${lines.length - maximumLines} more`];
}

/** How many lines about changes are shown in all; after that, files are only named. */
const maximumDetails = 60;

/** How many of them for one file, and the limits of a diff of navigation or configuration. */
const detailsOfFile = 20;
const boundsOfDiff = { lines: 6, characters: 400 };

function fileLines(plan: ChangePlan, outcome: Outcome, shown: readonly string[]): string[] {
  const lost = lostLinks(plan, outcome);
  const lines = reportedFiles(plan, outcome, shown).flatMap(({ path, details }) =>
    [`updated links or navigation in: ${path}`].concat(details.map((line) => `  ${line}`)),
  );
  return [...capLines(lost.map(lostLine)), ...cappedAt(lines, maximumLines + maximumDetails)];
}

interface ReportedFile {
  path: string;
  details: string[];
  isDiff: boolean;
}

function reportedFiles(plan: ChangePlan, outcome: Outcome, shown: readonly string[]): ReportedFile[] {
  const byPath = Map.groupBy(plan.links, ({ path }) => path);
  // A lost link is reported before everything else, because only these lines show it.
  let left = Math.max(0, maximumDetails - lostLinks(plan, outcome).length);
  return outcome.written.flatMap(({ path, before, after }) => {
    const own = byPath.get(path) ?? [];
    const isDiff = own.length === 0;
    if (shown.includes(path) && isDiff) return [];
    const changed = own.filter(({ is }) => is !== undefined).map(linkLine);
    const all = isDiff ? smallDiff(before, after, boundsOfDiff) : cappedAt(changed, detailsOfFile);
    const details = all.slice(0, left);
    left -= details.length;
    return [{ path, details, isDiff }];
  });
}

function lostLinks({ links }: ChangePlan, { refused }: Outcome): ChangedLink[] {
  return links.filter(({ path, is }) => is === undefined && !refused.includes(path));
}

/**
 * Marks the lines that the result shows, so that they may be edited by quotation, as after a search: lines of
 * navigation and redirects, and lines that still name an old place.
 */
export function markShown(
  { tree, marks }: ToolContext,
  plan: ChangePlan,
  outcome: Outcome,
  shown: readonly string[] = [],
): void {
  for (const { path, details, isDiff } of reportedFiles(plan, outcome, shown)) {
    const blob = tree.entry(path)?.blob;
    const lines = isDiff ? addedLines(details) : [];
    if (blob !== undefined && lines.length > 0) marks.setLines(path, blob, [], lines);
  }
  for (const [path, mentions] of Map.groupBy(plan.mentions, (mention) => mention.path)) {
    const blob = tree.entry(path)?.blob;
    const lines = mentions.map(({ line }) => ({ from: line, to: line }));
    if (blob !== undefined) marks.setLines(path, blob, [], lines);
  }
}

function cappedAt(lines: string[], most: number): string[] {
  return lines.length <= most ? lines : [...lines.slice(0, most), `… ${lines.length - most} more`];
}

function linkLine({ line, was, is }: ChangedLink): string {
  return `${line}: ${was} → ${is ?? ''}`;
}

function lostLine({ path, line, was, text = '' }: ChangedLink): string {
  return `no link any more: ${path}:${line} to ${was}, in: ${text}`;
}
