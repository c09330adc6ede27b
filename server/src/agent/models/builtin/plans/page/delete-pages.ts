import type { InstructionOf } from '../../grammar/instruction.ts';
import { deleteCall } from './delete-call.ts';
import { deleteFolders } from './delete-folders.ts';
import { isFolder } from './folder.ts';
import { findPage } from './page-name.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { notApplicable, siteOf } from '../site.ts';
import { findTarget } from './redirect.ts';
import { readChanges, formatChanges } from '../fix/reported-changes.ts';
import { count } from '../replace/words.ts';

/** Deletes pages. They are removed from the navigation, and links to them become plain text. */
export async function* deletePages(context: PlanContext, instruction: InstructionOf<'delete-pages'>): Plan<Outcome> {
  const site = await siteOf(context);
  if (instruction.pages.every((name) => isFolder(site, name))) {
    return yield* deleteFolders(context, {
      kind: 'delete-folders',
      folders: instruction.pages,
      ...(instruction.redirectTo === undefined ? {} : { redirectTo: instruction.redirectTo }),
    });
  }
  const pages: string[] = [];
  for (const name of instruction.pages) {
    const page = yield* findPage(site, name);
    if (!pages.includes(page)) pages.push(page);
  }
  const redirectTo = instruction.redirectTo === undefined ? undefined : yield* findTarget(site, instruction.redirectTo);
  const answers = yield pages.map((path) => deleteCall(path, redirectTo));
  const left: string[] = [];
  const notes = pages.flatMap((page, index) => {
    const answer = answers[index];
    if (answer?.ok !== true) throw notApplicable(`${page} cannot be deleted: ${answer?.text ?? 'it was not tried'}`);
    const reported = readChanges([answer.text]);
    const also = formatChanges(reported, page);
    left.push(...also.left);
    const { updated } = reported;
    const links =
      updated.length === 0
        ? ' Nothing led to it.'
        : ` Links or navigation were updated in ${count(updated.length, 'file')}: ${updated.slice(0, 20).join(', ')}${updated.length > 20 ? ', …' : ''}.`;
    return [`Deleted ${page}.${links}`, ...also.notes];
  });
  const title = pages.length === 1 ? `Delete ${pages[0] ?? ''}` : `Delete ${count(pages.length, 'page')}`;
  return { title, changed: true, notes, left };
}
