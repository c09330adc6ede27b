import type { DocsPages } from '../../automations/ports.ts';
import { listContextRepositories } from '../../projects/connection/context-repositories.ts';
import type { Project } from '../../projects/project.ts';
import { contextSource, openNewest } from '../../worker/prepare/context-repositories.ts';
import type { App } from '../app.ts';
import { sourceOf } from '../hosts/repositories.ts';
import { viewsOfDocs } from '../views/views-of-docs.ts';

export type PageParts = Pick<App, 'db' | 'settings' | 'workspace' | 'docs' | 'hosts'>;

const pagePatterns = ['*.md', '*.mdx', '*.markdown', '*.mdoc'];

/** How many of the newest commits are read. */
const mostCommits = 50_000;

/**
 * Returns the pages of a project's docs, with when they were last touched and how they are read. @throws CopydeskError
 * `repository_*`, `ref_not_found`
 */
export async function readDocsPages(parts: PageParts, project: Project): Promise<DocsPages> {
  const { workspace } = parts;
  const source = sourceOf(parts, project);
  const tree = await openNewest(workspace, source, project.ref);
  const repository = await workspace.repository(source);
  const touches = await repository.touches(tree.baseCommit, { of: pagePatterns, most: mostCommits });
  const touchedAt = new Map<string, Date>();
  for (const { at, paths } of touches) for (const path of paths) if (!touchedAt.has(path)) touchedAt.set(path, at);
  const prefix = project.docsFolder === '' ? '' : `${project.docsFolder}/`;
  const files = tree.entries().flatMap(({ path }) => {
    const at = touchedAt.get(path);
    return at === undefined || !isWithin(path, prefix) ? [] : [{ path, touchedAt: at }];
  });
  const docs = parts.docs.of(tree, { folder: project.docsFolder });
  const views = await viewsOfDocs(parts, project, docs);
  return {
    files,
    views:
      views &&
      (async (paths) => new Map((await views.read([...paths])).map(({ path, human, ai }) => [path, { human, ai }]))),
    async text(path) {
      const content = await repository.fileAt(tree.baseCommit, path);
      return content && new TextDecoder().decode(content);
    },
  };
}

/** Docusaurus stores translations beside the docs folder. */
function isWithin(path: string, prefix: string): boolean {
  return path.startsWith(prefix) || /(?:^|\/)i18n\//.test(path);
}

const mostTouches = 2_000;

/**
 * Returns what the newest commits of the context repositories touched. @throws CopydeskError `repository_*`,
 * `ref_not_found`
 */
export async function readProductTouches(parts: PageParts, project: Project): Promise<{ at: Date; files: string[] }[]> {
  const own = sourceOf(parts, project);
  const touches = [];
  for (const found of await listContextRepositories(parts.db, project.id)) {
    const source = contextSource(own, found, (address) => parts.hosts.authorization(project, address));
    const tree = await openNewest(parts.workspace, source, found.ref);
    const repository = await parts.workspace.repository(source);
    touches.push(...(await repository.touches(tree.baseCommit, { of: [], most: mostTouches })));
  }
  return touches.map(({ at, paths }) => ({ at, files: paths }));
}
