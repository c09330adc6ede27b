import type { ParsePool } from '../parse-pool.ts';
import type { OwnFile } from './own-files.ts';

/** A file of the site itself, with its text before and after a change. */
export interface OwnFileChange {
  own: OwnFile;
  path: string;
  before: string;
  after: string;
}

/**
 * Returns why a change of a site's own file goes beyond page names and redirects, or undefined if it does not. A parser
 * thread compares the texts, because a hostile `mkdocs.yml` of 290 KB keeps YAML's parser busy for over two minutes. If
 * the thread does not finish, the change counts as going beyond.
 */
export async function compareOwnFile(
  parser: Pick<ParsePool, 'run'>,
  { own, path, before, after }: OwnFileChange,
): Promise<string | undefined> {
  const answer = await parser.run({ kind: 'own-file', own, path, text: before, after });
  if (answer.kind === 'own-file') return answer.fault;
  return `it cannot be compared: ${answer.kind === 'refused' ? answer.message : 'it is not read'}`;
}
