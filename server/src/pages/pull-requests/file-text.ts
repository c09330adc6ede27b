import type { FileDiff } from '@copydesk/contract';
import type { PullRequestRepository } from '../../pull-requests/repository.ts';
import { isMarkdown } from './file-body.ts';

/** For larger files only the diff is shown. */
const longestText = 1_000_000;

/** Reads a changed file's text at a commit, where its diff needs more than its own lines; undefined otherwise. */
export async function textAt(
  repository: PullRequestRepository,
  commit: string,
  file: FileDiff,
): Promise<string | undefined> {
  if (file.binary || file.change === 'deleted') return undefined;
  if (file.change === 'added' && !isMarkdown(file.path)) return undefined;
  const content = await repository.fileAt(commit, file.path);
  return content === undefined || content.length > longestText ? undefined : Buffer.from(content).toString();
}
