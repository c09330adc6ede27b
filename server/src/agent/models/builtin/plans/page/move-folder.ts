import type { InstructionOf } from '../../grammar/instruction.ts';
import { folderOf, isPagePath, normalisePath } from '../../text/paths.ts';
import { findFolder } from './folder.ts';
import type { Folder } from './folder.ts';
import { listFiles } from './list-files.ts';
import { namesOf, placesOf } from '../replace/mentions.ts';
import { repositoryPathFor } from './new-path.ts';
import type { PlanContext, Outcome, Plan } from '../plan.ts';
import { notApplicable, siteOf } from '../site.ts';
import type { Site } from '../site.ts';
import { readChanges, formatChanges, withoutRedirects } from '../fix/reported-changes.ts';
import { count, quote } from '../replace/words.ts';

type MoveFolder = InstructionOf<'move-folder'>;

/** Moves all files of a folder, updates links and navigation, and reports what still names the old place. */
export async function* moveFolder(context: PlanContext, instruction: MoveFolder): Plan<Outcome> {
  const site = await siteOf(context);
  const folder = yield* findFolder(site, instruction.folder);
  const to = targetOf(site, folder.path, instruction);
  const moves = folder.files.map((path) => ({ from: path, to: to + path.slice(folder.path.length) }));
  const taken = new Set((yield* listFiles([`${to}/**`])).files);
  const clash = moves.find((move) => taken.has(move.to) && !folder.files.includes(move.to));
  if (clash !== undefined) {
    throw notApplicable(`There is a file ${clash.to} already, so the folder ${folder.path} cannot be moved to ${to}.`);
  }
  const [alone] = folder.others;
  if (alone !== undefined) {
    throw notApplicable(
      `The folder ${folder.path} contains ${alone}, which cannot be moved: move its pages one by one.`,
    );
  }
  const [answer] = yield [{ tool: 'move_file', input: { from: folder.path, to } }];
  if (answer?.ok !== true) {
    throw notApplicable(`${folder.path} cannot be moved to ${to}: ${answer?.text ?? 'it was not tried'}`);
  }
  const reported = readChanges([answer.text]);
  const names = namesOf(site, folder.path, instruction.folder);
  reported.places.push(...withoutRedirects(yield* placesOf(names), reported));
  const { notes, left } = formatChanges(reported, names.short);
  const own = new Set(moves.flatMap((move) => [move.from, move.to]));
  const updated = reported.updated.filter((path) => !own.has(path)).length;
  const along = updated === 0 ? '' : ` Links or navigation were updated in ${count(updated, 'other file')}.`;
  return {
    title: `Move the folder ${folder.path} to ${to}`,
    changed: true,
    notes: [`Moved the folder ${folder.path} to ${to}: ${filesOf(folder)}.${along}`, ...notes],
    left,
  };
}

/** Returns a count such as `12 files, 10 of them pages`. */
export function filesOf({ files }: Pick<Folder, 'files'>): string {
  const pages = files.filter(isPagePath).length;
  return `${count(files.length, 'file')}${pages === files.length ? '' : `, ${pages.toLocaleString('en')} of them pages`}`;
}

/**
 * Returns the new path of a folder, relative to the same place as the name in the instruction: `guides/old`, which is
 * `docs/guides/old`, moves to `docs/guides/new` when the instruction says `guides/new`.
 */
function targetOf(site: Site, folder: string, instruction: MoveFolder): string {
  const { folder: name, to: given, into } = instruction;
  const path = normalisePath(given);
  if (path === undefined || /[\0\n*?]/u.test(path))
    throw notApplicable(`${quote(given)} is not a path of the repository.`);
  const own = folder.slice(folder.lastIndexOf('/') + 1);
  const place = placeOf(site, folder, path, instruction);
  const to = into ? `${place === '' ? '' : `${place}/`}${own}` : place;
  if (to === '' || to === folder) throw notApplicable(`${quote(name)} is at ${folder} already.`);
  if (to.startsWith(`${folder}/`)) throw notApplicable(`The folder ${folder} cannot be moved into itself.`);
  return to;
}

function placeOf(site: Site, folder: string, path: string, { folder: name, to: given, renaming }: MoveFolder): string {
  const called = normalisePath(name) ?? folder;
  const base = folder.slice(0, folder.length - called.length);
  const top = `${path.split('/', 1)[0] ?? ''}/`;
  const isWhole = base === '' || path.startsWith(base) || site.pages.some((page) => page.startsWith(top));
  const whole = isWhole && path !== '' ? repositoryPathFor(site, path, { given, from: `${folder}/` }) : base + path;
  return renaming && !path.includes('/') ? folderOf(folder) + path : whole;
}
