import { randomBytes } from 'node:crypto';
import { CopydeskError } from '@copydesk/contract';
import { describeHost } from '../../code-hosts/detect.ts';
import type { DocsEngine } from '../../docs/engine.ts';
import type { FoundSite } from '../../operator/project/found-site.ts';
import type { Source } from '../../workspace/workspace.ts';
import type { App } from '../app.ts';

/** The parts of the app that read repositories. */
export type FindDocsParts = Pick<App, 'workspace' | 'docs'>;

/** Docs that were found on a branch of a repository. */
export interface FoundDocs {
  ref: string;
  /** Branches of people, not those of jobs. */
  branches: string[];
  site: FoundSite;
  docs: ReturnType<DocsEngine['of']>;
}

/**
 * Reads the branch and the folder of a repository, in a clone that is created or updated.
 *
 * @param wanted `ref` is the repository's own default when absent.
 * @throws CopydeskError `repository_*`, `ref_not_found`.
 */
export async function findDocs(
  { workspace, docs }: FindDocsParts,
  source: Source,
  wanted: { ref: string | undefined; docsFolder: string },
): Promise<FoundDocs> {
  const { defaultRef, refs } = await workspace.probe(source);
  const branches = [...refs.keys()].filter((branch) => !branch.startsWith('copydesk/'));
  const ref = wanted.ref ?? defaultRef;
  if (ref === undefined || !refs.has(ref)) throw noSuchRef(ref, branches);
  const repository = await workspace.repository(source);
  let head = await repository.head(ref);
  if (head !== refs.get(ref)) {
    await repository.fetch();
    head = await repository.head(ref);
  }
  if (head === undefined) throw noSuchRef(ref, branches);
  const tree = await repository.openTree(head);
  const folder = wanted.docsFolder;
  const prefix = folder === '' ? '' : `${folder}/`;
  const isDocs = (path: string): boolean => path.startsWith(prefix) && /\.(md|mdx|markdown)$/i.test(path);
  if (!tree.entries().some(({ path }) => isDocs(path))) throw noDocs(ref, folder);
  const found = docs.of(tree, { folder });
  const { kind, label, isRecognised, pages, leftAlone } = await found.site();
  return { ref, branches, site: { kind, label, isRecognised, pages: pages.length, leftAlone }, docs: found };
}

/** Does something with a repository in a clone that is removed afterwards. */
export async function useTemporaryClone<T>(
  { workspace }: Pick<App, 'workspace'>,
  source: Omit<Source, 'id'>,
  work: (source: Source) => Promise<T>,
): Promise<T> {
  const own = { ...source, id: `look_${randomBytes(8).toString('hex')}` };
  try {
    return await work(own);
  } finally {
    await workspace.forget(own);
  }
}

/** Returns the code host of an address, when the host name identifies it. */
export function knownHostOf(address: string): ReturnType<typeof describeHost>['host'] | null {
  try {
    return describeHost(address, {}).host;
  } catch {
    return null;
  }
}

function noDocs(ref: string, folder: string): CopydeskError {
  const detail =
    folder === ''
      ? `The branch "${ref}" has no Markdown or MDX file. Name the branch of the docs (--ref).`
      : `The folder "${folder}" is not there or has no Markdown or MDX file on the branch "${ref}". Name the folder of the docs (--docs).`;
  return new CopydeskError('repository_not_docs', detail, {
    errors: [
      {
        pointer: folder === '' ? '/ref' : '/docsFolder',
        detail: folder === '' ? 'has no Markdown or MDX file' : 'is not there or has no Markdown or MDX file',
      },
    ],
  });
}

function noSuchRef(ref: string | undefined, branches: string[]): CopydeskError {
  const shown = branches.slice(0, 10).join(', ');
  const existingBranches = branches.length === 0 ? '' : ` It has: ${shown}${branches.length > 10 ? ', …' : ''}.`;
  const detail =
    ref === undefined
      ? `The repository names no default branch. Give one (--ref).${existingBranches}`
      : `The repository has no branch "${ref}".${existingBranches} Give another (--ref).`;
  return new CopydeskError('ref_not_found', detail, {
    errors: [{ pointer: '/ref', detail: `is no branch of the repository.${existingBranches}` }],
  });
}
