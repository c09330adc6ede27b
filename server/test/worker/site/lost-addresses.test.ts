import { expect, test } from 'vitest';
import { openViewStore } from '../../../src/analytics/store/store.ts';
import { arrivalOf, viewOf } from '../../analytics/support/views.ts';
import { workerRig } from '../rig.ts';

const files = {
  'mkdocs.yml': 'site_name: x\n',
  'docs/index.md': '# Welcome\n',
  'docs/guide.md': '# Guide\n',
};

const removal = { calls: [{ tool: 'delete_file', input: { path: 'docs/guide.md' } }] };

test.each([
  [100, 'failed'],
  [101, 'completed'],
  [0, 'completed'],
])(
  'with a guard of %i views, a job that deletes a page with 100 views without a redirect is %s',
  async (guarded, status) => {
    await using rig = await workerRig((call) => (call === 0 ? removal : { text: 'Done' }), { files });
    const { number } = await rig.db
      .updateTable('project')
      .set({ guard_views: guarded })
      .where('id', '=', rig.project.id)
      .returning('number')
      .executeTakeFirstOrThrow();
    const now = new Date();
    const store = openViewStore({
      db: rig.db,
      log: { warn: (fields, message) => console.warn(message, fields) },
      now: () => now,
      retentionMonths: 25,
      limits: { foldEveryMilliseconds: 3_600_000 },
    });
    const views = Array.from({ length: 100 }, () => viewOf({ path: '/guide', at: now.getTime() - 7_200_000 }));
    await store.write(arrivalOf(number, views));
    const { id } = await rig.create('Remove the guide');
    expect((await rig.work()).status).toBe(status);
    const checked = (await rig.events(id)).find((event) => event.type === 'checked');
    const { problems = [], warnings = [] } = checked?.data ?? {};
    const reported = 'The address /guide leads nowhere now and is not redirected: 100 views by people and 0 by AI';
    expect(status === 'failed' ? problems : warnings).toEqual([expect.stringContaining(reported)]);
    await store.close();
  },
);
