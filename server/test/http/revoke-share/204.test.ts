import { expect, test } from 'vitest';
import { startApi } from '../support/api.ts';

test('revokes the link once, with one entry in the audit log', async () => {
  await using api = await startApi();
  const { shareId } = await api.newIds();
  const path = `/v1/projects/${api.project.id}/shares`;
  for (let time = 0; time < 2; time += 1) expect((await api.send('DELETE', `${path}/${shareId}`)).status).toBe(204);
  expect((await api.send('GET', path)).json).toEqual({ shares: [] });
  const entries = await api.db.selectFrom('audit_entry').select('action').where('subject_id', '=', shareId).execute();
  expect(entries).toEqual([{ action: 'share.revoke' }]);
});
