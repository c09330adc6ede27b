import type { InstructionOf } from '../grammar/instruction.ts';
import { deleteFolders } from './delete-folders.ts';
import { isFolder } from './folder.ts';
import { findPage } from './page-name.ts';
import type { Desk, Outcome, Plan } from './plan.ts';
import { notApplicable, siteOf } from './site.ts';
import { updatedFiles } from './updated-files.ts';
import { count } from './words.ts';

/** Deletes pages. They leave the navigation, and links to them become plain text. */
export async function* deletePages(desk: Desk, instruction: InstructionOf<'delete-pages'>): Plan<Outcome> {
  const site = await siteOf(desk);
  if (instruction.pages.every((name) => isFolder(site, name))) {
    return yield* deleteFolders(desk, { kind: 'delete-folders', folders: instruction.pages });
  }
  const pages: string[] = [];
  for (const name of instruction.pages) {
    const page = yield* findPage(site, name);
    if (!pages.includes(page)) pages.push(page);
  }
  const answers = yield pages.map((path) => ({ tool: 'delete_file', input: { path } }));
  const notes = pages.map((page, index) => {
    const answer = answers[index];
    if (answer?.ok !== true) throw notApplicable(`${page} cannot be deleted: ${answer?.text ?? 'it was not tried'}`);
    const updated = updatedFiles(answer.text);
    return `Deleted ${page}.${updated.length === 0 ? ' Nothing led to it.' : ` Links or navigation were updated in ${count(updated.length, 'file')}: ${updated.slice(0, 20).join(', ')}${updated.length > 20 ? ', …' : ''}.`}`;
  });
  const title = pages.length === 1 ? `Delete ${pages[0] ?? ''}` : `Delete ${count(pages.length, 'page')}`;
  return { title, changed: true, notes, left: [] };
}
