import type { Database } from '../postgres/database.ts';

/** The person, and the pull request, that the marks belong to. */
export interface ViewedBy {
  projectId: string;
  number: number;
  viewerId: string;
}

/** Stores, or removes, the mark that somebody has viewed a file of a pull request in its present form. */
export async function markViewed(
  db: Database,
  { projectId, number, viewerId }: ViewedBy,
  file: { path: string; content: string; isViewed: boolean },
): Promise<void> {
  if (!file.isViewed) {
    await db
      .deleteFrom('viewed_file')
      .where('project_id', '=', projectId)
      .where('number', '=', number)
      .where('viewer_id', '=', viewerId)
      .where('path', '=', file.path)
      .execute();
    return;
  }
  await db
    .insertInto('viewed_file')
    .values({ project_id: projectId, number, viewer_id: viewerId, path: file.path, content: file.content })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'number', 'viewer_id', 'path']).doUpdateSet({ content: file.content }),
    )
    .execute();
}

/** Lists the files that somebody has viewed: the content that each had then, by path. */
export async function listViewed(
  db: Database,
  { projectId, number, viewerId }: ViewedBy,
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('viewed_file')
    .select(['path', 'content'])
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .where('viewer_id', '=', viewerId)
    .execute();
  return new Map(rows.map(({ path, content }) => [path, content]));
}
