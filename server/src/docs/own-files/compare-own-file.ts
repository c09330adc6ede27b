import type { ParsePool } from '../parse-pool.ts';
import type { OwnFile } from './own-files.ts';

/** A file of the site's own, and its text before and after a change. */
export interface OwnFileChange {
  own: OwnFile;
  path: string;
  before: string;
  after: string;
}

/**
 * Why a new text of a site's own file changes more than names of pages and redirects; undefined where it does not. A parser
 * thread compares them, since a hostile `mkdocs.yml` of 290 KB keeps YAML's parser busy for over two minutes; what a thread
 * does not finish counts as more.
 */
export async function compareOwnFile(
  { run }: Pick<ParsePool, 'run'>,
  { own, path, before, after }: OwnFileChange,
): Promise<string | undefined> {
  const answer = await run({ kind: 'own-file', own, path, text: before, after });
  if (answer.kind === 'own-file') return answer.fault;
  return `it cannot be compared: ${answer.kind === 'refused' ? answer.message : 'it is not read'}`;
}
