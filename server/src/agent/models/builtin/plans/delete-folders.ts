import type { InstructionOf } from '../grammar/instruction.ts';
import { isPagePath } from '../text/paths.ts';
import { findFolder } from './folder.ts';
import type { Folder } from './folder.ts';
import { mentionsOf } from './mentions.ts';
import { filesOf } from './move-folder.ts';
import { callAll } from './plan.ts';
import type { Desk, Outcome, Plan } from './plan.ts';
import { notApplicable, siteOf } from './site.ts';
import type { Site } from './site.ts';
import { updatedFiles } from './updated-files.ts';
import { count } from './words.ts';

/** Deletes folders. Their pages leave the navigation, and links to them become plain text. */
export async function* deleteFolders(desk: Desk, instruction: InstructionOf<'delete-folders'>): Plan<Outcome> {
  const site = await siteOf(desk);
  const folders: { name: string; folder: Folder }[] = [];
  for (const name of instruction.folders) folders.push({ name, folder: yield* findFolder(site, name) });
  const outcomes: Omit<Outcome, 'title'>[] = [];
  for (const { name, folder } of folders) outcomes.push(yield* deleteFolder(site, folder, name));
  const [first] = folders;
  const one = `Delete the folder ${first?.folder.path ?? ''}`;
  return {
    title: folders.length === 1 ? one : `Delete ${count(folders.length, 'folder')}`,
    changed: outcomes.some((outcome) => outcome.changed),
    notes: outcomes.flatMap((outcome) => outcome.notes),
    left: outcomes.flatMap((outcome) => outcome.left),
  };
}

async function* deleteFolder(site: Site, folder: Folder, name: string): Plan<Omit<Outcome, 'title'>> {
  const used = yield* usedElsewhere(folder);
  const files = folder.files.filter((path) => !used.has(path));
  // Pages first, so that nothing is mended in pages that go themselves.
  const ordered = [...files.filter(isPagePath), ...files.filter((path) => !isPagePath(path))];
  const answers = yield* callAll(ordered.map((path) => ({ tool: 'delete_file', input: { path } })));
  const updated = new Set<string>();
  for (const [index, path] of ordered.entries()) {
    const answer = answers[index];
    if (answer?.ok !== true) throw notApplicable(`${path} cannot be deleted: ${answer?.text ?? 'it was not tried'}`);
    for (const other of updatedFiles(answer.text)) if (!folder.files.includes(other)) updated.add(other);
  }
  const links = updated.size === 0 ? '' : ` Links or navigation were updated in ${count(updated.size, 'other file')}.`;
  return {
    changed: ordered.length > 0,
    notes: [`Deleted the folder ${folder.path}: ${filesOf({ files })}.${links}`],
    left: [
      ...Array.from(used, ([path, user]) => `${path}: it is used in ${user}`),
      ...folder.others,
      ...(yield* mentionsOf(site, folder.path, name)),
    ],
  };
}

/** Images and other files that something outside of the folder names, with one place that does. */
async function* usedElsewhere(folder: Folder): Plan<Map<string, string>> {
  const media = folder.files.filter((path) => !isPagePath(path));
  const answers = yield* callAll(
    media.map((path) => ({
      tool: 'search',
      input: { pattern: path.slice(path.lastIndexOf('/', path.lastIndexOf('/') - 1) + 1), text: true, limit: 500 },
    })),
  );
  const used = new Map<string, string>();
  for (const [index, path] of media.entries()) {
    const hits = answers[index]?.ok === true ? (answers[index]?.text.split('\n') ?? []) : [];
    const user = hits
      .flatMap((line) => /^(.+?):\d+:/u.exec(line)?.[1] ?? [])
      .find((hit) => !hit.startsWith(`${folder.path}/`));
    if (user !== undefined) used.set(path, user);
  }
  return used;
}
