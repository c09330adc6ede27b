import type { FileDiff } from '@copydesk/contract';
import { cut } from '../text/cut.ts';

/** About 6,000 tokens: the model made the change itself and has its conversation above. */
const maximumPatches = 20_000;
const maximumPatch = 6_000;
const maximumFiles = 200;

/** Formats a diff for a model: all files with their counts, then as many patches as fit into `room`, in characters. */
export function formatDiff(files: readonly FileDiff[], room = maximumPatches): string {
  const listed = files.slice(0, maximumFiles).map(formatFile);
  if (files.length > maximumFiles) listed.push(`… and ${files.length - maximumFiles} more files`);
  let left = room;
  const patches = new Map<FileDiff, string>();
  // The smallest first: when one patch would take the room of ten others, its counts must be enough.
  for (const file of files.filter(hasPatch).toSorted((a, b) => a.patch.length - b.patch.length)) {
    const patch = shorten(file.patch, Math.min(left, maximumPatch));
    left -= patch.length;
    if (patch !== '') patches.set(file, `--- ${nameOf(file)}\n${patch}`);
  }
  const omitted = files.filter((file) => hasPatch(file) && !patches.has(file)).length;
  const rest = omitted === 0 ? [] : [`The patches of ${omitted} files were left out for their length.`];
  return [listed.join('\n'), ...files.flatMap((file) => patches.get(file) ?? []), ...rest].join('\n\n');
}

/** The text of a deleted file adds nothing to its name. */
function hasPatch({ binary, change, additions, deletions }: FileDiff): boolean {
  return !binary && change !== 'deleted' && additions + deletions > 0;
}

function formatFile(file: FileDiff): string {
  const size = file.binary ? 'binary' : `+${file.additions} -${file.deletions}`;
  return `${file.change} ${nameOf(file)} (${size})`;
}

function nameOf({ path, oldPath }: FileDiff): string {
  return oldPath === null ? JSON.stringify(path) : `${JSON.stringify(oldPath)} -> ${JSON.stringify(path)}`;
}

/** Cuts a patch to whole lines and says that some were left out. */
function shorten(patch: string, room: number): string {
  if (patch.length <= room) return patch.trimEnd();
  if (room < 200) return '';
  const head = cut(patch, room);
  const end = head.lastIndexOf('\n');
  const kept = end > 0 ? head.slice(0, end) : head;
  return `${kept}\n[the rest of this patch was left out]`;
}
