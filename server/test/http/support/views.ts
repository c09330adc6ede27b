import type { CountedView } from '../../../src/analytics/store/arrival.ts';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { arrivalOf, readers, viewOf } from '../../analytics/support/views.ts';
import type { TestApi } from './api.ts';

/** Counts views of the server's project, or of another one. */
export async function countViews(
  { db, project }: Pick<TestApi, 'db' | 'project'>,
  views: CountedView[],
  of = project.number,
): Promise<void> {
  const store = openViewStore({
    db,
    log: { warn: (fields, message) => console.warn(message, fields) },
    now: () => new Date(),
    retentionMonths: 25,
  });
  await store.write(arrivalOf(of, views));
  await store.close();
}

/** Returns views of a page, by default at noon of 2026-11-20. */
export function viewsOf(
  path: string,
  counts: Partial<Record<keyof typeof readers, number>>,
  view: Partial<CountedView> = {},
): CountedView[] {
  return Object.entries(readers).flatMap(([name, reader]) =>
    Array.from({ length: Object.entries(counts).find(([one]) => one === name)?.[1] ?? 0 }, () =>
      viewOf({ path, reader, ...view }),
    ),
  );
}
