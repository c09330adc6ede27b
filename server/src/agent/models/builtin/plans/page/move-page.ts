import type { InstructionOf } from '../../grammar/instruction.ts';
import { isPagePath } from '../../text/paths.ts';
import { isFolder } from './folder.ts';
import { listFiles } from './list-files.ts';
import { moveFolder } from './move-folder.ts';
import { findPage } from './page-name.ts';
import { newPath } from './new-path.ts';
import type { Outcome, Plan, PlanContext } from '../plan.ts';
import { notApplicable, siteOf } from '../site.ts';
import { readChanges, formatChanges } from '../fix/reported-changes.ts';
import { count, quote } from '../replace/words.ts';

/** Moves a page, and updates its links, the links to it and the navigation. */
export async function* movePage(context: PlanContext, instruction: InstructionOf<'move-page'>): Plan<Outcome> {
  const site = await siteOf(context);
  if (isFolder(site, instruction.page)) {
    const { page: folder, to, intoFolder: into } = instruction;
    return yield* moveFolder(context, { kind: 'move-folder', folder, to, into, renaming: false });
  }
  const from = yield* findPage(site, instruction.page);
  const name = from.slice(from.lastIndexOf('/') + 1);
  const wanted = instruction.intoFolder ? `${instruction.to.replace(/\/+$/u, '')}/${name}` : instruction.to;
  const ending = name.slice(name.lastIndexOf('.'));
  const to = newPath(
    site,
    isPagePath(wanted) ? wanted : `${wanted}${ending}`,
    from,
    instruction.intoFolder ? undefined : instruction.page,
  );
  if (to === from) throw notApplicable(`${quote(instruction.page)} is at ${from} already.`);
  const { files } = yield* listFiles([to]);
  if (files.includes(to)) throw notApplicable(`There is a file ${to} already, so ${from} cannot be moved there.`);
  const [answer] = yield [{ tool: 'move_file', input: { from, to } }];
  if (answer?.ok !== true)
    throw notApplicable(`${from} cannot be moved to ${to}: ${answer?.text ?? 'it was not tried'}`);
  const reported = readChanges([answer.text]);
  const { notes, left } = formatChanges(reported, from);
  const along =
    reported.updated.length === 0
      ? ''
      : ` Links or navigation were updated in ${count(reported.updated.length, 'file')}.`;
  return {
    title: `Move ${from} to ${to}`,
    changed: true,
    notes: [`Moved ${from} to ${to}.${along}`, ...notes],
    left,
  };
}
