import { CopydeskError } from '@copydesk/contract';
import type { AgentTree, ChangePlan, FileEdit } from '../ports.ts';
import { encodeText } from '../text-file.ts';
import { applyTogether, type WholeFile } from './apply-together.ts';

/**
 * Writes a plan: what links and navigation need together or not at all, and then what may be left, such as a redirect in a
 * file that only people change. Answers the paths that were written and those that were refused.
 * @throws whatever the tree throws for what is needed.
 */
export async function carryOutPlan(
  tree: AgentTree,
  paths: WholeFile[],
  edits: FileEdit[],
): Promise<{ written: string[]; refused: string[] }> {
  const needed = edits.filter(({ optional }) => optional !== true);
  await applyTogether(tree, [
    // Away first: `a` can become `a/b` only when `a` is no longer a file.
    ...paths,
    ...needed.map(({ path, content }) => ({ path, content: encodeText(path, content) })),
  ]);
  const written = needed.map(({ path }) => path);
  const refused: string[] = [];
  for (const { path, content } of edits.filter(({ optional }) => optional === true)) {
    try {
      tree.write(path, encodeText(path, content));
      written.push(path);
    } catch (error) {
      if (!(error instanceof CopydeskError)) throw error;
      refused.push(path);
    }
  }
  return { written, refused };
}

/** Of very many files the first are told. */
const maximumTold = 200;

/** What a plan that was carried out means, a line for each thing. */
export function planLines(plan: ChangePlan, { written, refused }: { written: string[]; refused: string[] }): string[] {
  const said = plan.redirects.filter(({ path }) => !refused.includes(path));
  const unsaid = plan.redirects.filter(({ path }) => refused.includes(path));
  const others = refused.filter((path) => !plan.redirects.some((redirect) => redirect.path === path));
  return [
    ...capped(written.map((path) => `updated links or navigation in: ${path}`)),
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
