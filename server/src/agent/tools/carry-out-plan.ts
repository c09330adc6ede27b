import { CopydeskError } from '@copydesk/contract';
import type { AgentTree, ChangedLink, ChangePlan, FileEdit } from '../ports.ts';
import { encodeText } from '../text-file.ts';
import { applyTogether, type WholeFile } from './apply-together.ts';
import { smallDiff } from './small-diff.ts';

/** What became of a plan: the paths that were written, with what they had and have, and those that were refused. */
export interface Outcome {
  written: { path: string; before: string; after: string }[];
  refused: string[];
}

/**
 * Writes a plan: what links and navigation need together or not at all, and then what may be left, such as a redirect in a
 * file that only people change.
 * @throws whatever the tree throws for what is needed.
 */
export async function carryOutPlan(tree: AgentTree, paths: WholeFile[], edits: FileEdit[]): Promise<Outcome> {
  const needed = edits.filter(({ optional }) => optional !== true);
  const former = new Map<string, string>();
  for (const { path } of edits) former.set(path, await textOf(tree, path));
  await applyTogether(tree, [
    // Away first: `a` can become `a/b` only when `a` is no longer a file.
    ...paths,
    ...needed.map(({ path, content }) => ({ path, content: encodeText(path, content) })),
  ]);
  const written = [...needed];
  const refused: string[] = [];
  for (const edit of edits.filter(({ optional }) => optional === true)) {
    try {
      tree.write(edit.path, encodeText(edit.path, edit.content));
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

/** Of very many files the first are told. */
const maximumTold = 200;

/**
 * What a plan that was carried out means, a line for each thing. Below a file stand its links that changed, indented as
 * `LINE: OLD → NEW` or `LINE: no link to OLD any more: TEXT`, or else a small diff.
 *
 * @param shown the files whose links alone are told, since the model knows the rest of the change.
 */
export function planLines(plan: ChangePlan, outcome: Outcome, shown: readonly string[] = []): string[] {
  const { refused } = outcome;
  const said = plan.redirects.filter(({ path }) => !refused.includes(path));
  const unsaid = plan.redirects.filter(({ path }) => refused.includes(path));
  const others = refused.filter((path) => !plan.redirects.some((redirect) => redirect.path === path));
  return [
    ...fileLines(plan, outcome, shown),
    ...capped(said.map(({ from, to, path }) => `redirected ${from} to ${to} in ${path}`)),
    ...capped(
      unsaid.map(
        ({ from, to, path }) => `not redirected: ${path} is for people to change; name ${from} → ${to} at the end`,
      ),
    ),
    ...others.map((path) => `names the old place, and is for people to change: ${path}`),
    ...capped(plan.lost.map((address) => `nothing leads on from ${address}`)),
    ...plan.mentions.map(({ path, line, text }) => `still names the old place: ${path}:${line} ${text}`),
    ...(plan.moreMentions === 0 ? [] : [`… ${plan.moreMentions} more places name it: search for them`]),
  ];
}

function capped(lines: string[]): string[] {
  return lines.length <= maximumTold ? lines : [...lines.slice(0, maximumTold), `… ${lines.length - maximumTold} more`];
}

/** So many lines of what changed are told in all; then files are named alone. */
const maximumDetails = 60;

/** Of one file, so many, and of a diff of navigation or configuration. */
const detailsOfFile = 20;
const boundsOfDiff = { lines: 6, characters: 400 };

function fileLines({ links }: ChangePlan, { written, refused }: Outcome, shown: readonly string[]): string[] {
  const byPath = Map.groupBy(links, ({ path }) => path);
  // A link that is lost is told before all else: nothing but these lines keeps it in sight.
  const lost = links.filter(({ path, is }) => is === undefined && !refused.includes(path));
  let left = Math.max(0, maximumDetails - lost.length);
  const lines = written.flatMap(({ path, before, after }) => {
    const own = byPath.get(path) ?? [];
    if (shown.includes(path) && own.length === 0) return [];
    const changed = own.filter(({ is }) => is !== undefined).map(linkLine);
    const details = own.length > 0 ? cappedAt(changed, detailsOfFile) : smallDiff(before, after, boundsOfDiff);
    const told = details.slice(0, left);
    left -= told.length;
    return [`updated links or navigation in: ${path}`, ...told.map((line) => `  ${line}`)];
  });
  return [...capped(lost.map(lostLine)), ...cappedAt(lines, maximumTold + maximumDetails)];
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
