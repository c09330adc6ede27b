import type { InstructionOf } from '../../grammar/instruction.ts';
import { isPagePath } from '../../text/paths.ts';
import { deleteCall } from './delete-call.ts';
import { findFolder } from './folder.ts';
import type { Folder } from './folder.ts';
import { namesOf, placesOf } from '../replace/mentions.ts';
import { filesOf } from './move-folder.ts';
import { findTarget } from './redirect.ts';
import { callAll } from '../plan.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { notApplicable, siteOf } from '../site.ts';
import type { Site } from '../site.ts';
import { readChanges, formatChanges, withoutRedirects } from '../fix/reported-changes.ts';
import { count } from '../replace/words.ts';

/** Deletes folders. Their pages are removed from the navigation, and links to them become plain text. */
export async function* deleteFolders(
  context: PlanContext,
  instruction: InstructionOf<'delete-folders'>,
): Plan<Outcome> {
  const site = await siteOf(context);
  const folders: { name: string; folder: Folder }[] = [];
  for (const name of instruction.folders) folders.push({ name, folder: yield* findFolder(site, name) });
  const outcomes: Omit<Outcome, 'title'>[] = [];
  const redirectTo = instruction.redirectTo === undefined ? undefined : yield* findTarget(site, instruction.redirectTo);
  for (const { name, folder } of folders) outcomes.push(yield* deleteFolder(site, { folder, name, redirectTo }));
  const [first] = folders;
  const one = `Delete the folder ${first?.folder.path ?? ''}`;
  return {
    title: folders.length === 1 ? one : `Delete ${count(folders.length, 'folder')}`,
    changed: outcomes.some((outcome) => outcome.changed),
    notes: outcomes.flatMap((outcome) => outcome.notes),
    left: outcomes.flatMap((outcome) => outcome.left),
  };
}

interface Removal {
  folder: Folder;
  /** The name that the instruction used. */
  name: string;
  /** The target of redirects from its pages. */
  redirectTo: string | undefined;
}

async function* deleteFolder(site: Site, { folder, name, redirectTo }: Removal): Plan<Omit<Outcome, 'title'>> {
  const used = yield* usedElsewhere(folder);
  const files = folder.files.filter((path) => !used.has(path));
  // All at once, unless something in it stays. Then pages first, so that no links are fixed in pages that are deleted
  // anyway.
  const isWhole = used.size + folder.others.length === 0;
  const ordered = [...files.filter(isPagePath), ...files.filter((path) => !isPagePath(path))];
  const targets = isWhole ? [folder.path] : ordered;
  const answers = yield* callAll(targets.map((path) => deleteCall(path, redirectTo)));
  for (const [index, path] of targets.entries()) {
    const answer = answers[index];
    if (answer?.ok !== true) throw notApplicable(`${path} cannot be deleted: ${answer?.text ?? 'it was not tried'}`);
  }
  const reported = readChanges(answers.map((answer) => answer.text));
  const names = namesOf(site, folder.path, name);
  reported.places = reported.places.filter(({ path }) => !files.includes(path));
  reported.places.push(...withoutRedirects(yield* placesOf(names), reported));
  const { notes, left } = formatChanges(reported, names.short);
  const updated = reported.updated.filter((path) => !folder.files.includes(path)).length;
  const links = updated === 0 ? '' : ` Links or navigation were updated in ${count(updated, 'other file')}.`;
  return {
    changed: ordered.length > 0,
    notes: [`Deleted the folder ${folder.path}: ${filesOf({ files })}.${links}`, ...notes],
    left: [...Array.from(used, ([path, user]) => `${path}: it is used in ${user}`), ...folder.others, ...left],
  };
}

/** Returns images and other files that something outside of the folder refers to, each with one place that does. */
async function* usedElsewhere(folder: Folder): Plan<Map<string, string>> {
  const media = folder.files.filter((path) => !isPagePath(path));
  const answers = yield* callAll(
    media.map((path) => ({
      tool: 'search',
      input: {
        pattern: path.slice(path.lastIndexOf('/', path.lastIndexOf('/') - 1) + 1),
        text: true,
        path: '/',
        limit: 500,
      },
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
