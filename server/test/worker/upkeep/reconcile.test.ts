import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { archiveJob } from '../../../src/jobs/settle/archive.ts';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import { reconcileDeliveries } from '../../../src/worker/upkeep/reconcile.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { newJob } from '../../jobs/support.ts';
import { inOrder, replacer, stopAt } from '../../races/support.ts';
import { insertProject } from '../../support/project.ts';
import { workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

/** Returns a job that was archived while its worker was at a fault point of the delivery, and was left alone since. */
async function archivedAt(rig: WorkerRig, point: FaultPoint): Promise<string> {
  const { id } = await rig.create('Acme Cloud -> Acme Platform');
  const stopped = await stopAt(rig, point);
  await archiveJob(rig.db, { projectId: rig.project.id, jobId: id, by: 'api' });
  expect(await stopped.wake()).toMatchObject({ status: 'archived', prLink: null });
  await leaveAlone(rig);
  return id;
}

async function leaveAlone({ db }: WorkerRig): Promise<void> {
  await db
    .updateTable('job')
    .set({ updated_at: new Date(Date.now() - 60_000) })
    .execute();
}

function deliveries({ db }: WorkerRig) {
  return db.selectFrom('job_delivery').select(['pull_request_number', 'finished_at', 'reconciled_at']).execute();
}

const known = { reconciled_at: expect.any(Date) as Date };

describe('a delivery of unknown outcome', () => {
  test('with a pull request is stored, reported in the transcript, and linked from the archived job', async () => {
    await using rig = await workerRig(replacer);
    const id = await archivedAt(rig, 'pull-request-reached');
    expect(await reconcileDeliveries(rig.services)).toBe(1);
    const link = `http://desk.test/${rig.project.id}/1`;
    expect(await rig.read(id)).toMatchObject({ status: 'archived', prLink: link });
    expect((await rig.events(id)).at(-1)).toMatchObject({ type: 'pull_request', data: { number: 1, link } });
    const [row] = await deliveries(rig);
    expect(row).toMatchObject({ ...known, pull_request_number: 1, finished_at: expect.any(Date) as Date });
    expect(await reconcileDeliveries(rig.services)).toBe(0);
  });

  test.each<FaultPoint>(['delivery-intended', 'pushed', 'push-stored'])(
    'without a pull request, left at "%s", is checked once, and no pull request is recorded',
    async (point) => {
      await using rig = await workerRig(replacer);
      const id = await archivedAt(rig, point);
      const events = await rig.events(id);
      expect(await reconcileDeliveries(rig.services)).toBe(1);
      expect(await rig.read(id)).toMatchObject({ status: 'archived', prLink: null });
      expect(await rig.events(id)).toEqual(events);
      expect(await deliveries(rig)).toEqual([{ ...known, pull_request_number: null, finished_at: null }]);
      expect(await reconcileDeliveries(rig.services)).toBe(0);
    },
  );

  test('of a follow-up that was not pushed links the archived job to its existing pull request', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create('Run it. -> Start it.');
    await rig.work();
    await rig.send(id, 'Acme Cloud -> Acme Platform');
    const stopped = await stopAt(rig, 'delivery-intended');
    await archiveJob(rig.db, { projectId: rig.project.id, jobId: id, by: 'api' });
    await stopped.wake();
    await leaveAlone(rig);
    expect(await reconcileDeliveries(rig.services)).toBe(1);
    expect(await rig.read(id)).toMatchObject({ prLink: `http://desk.test/${rig.project.id}/1` });
    expect((await rig.events(id)).filter((event) => event.type === 'pull_request')).toHaveLength(1);
  });

  test('of an active job, or of one that was left a moment ago, is left to its worker', async () => {
    await using rig = await workerRig(replacer);
    await rig.create('Acme Cloud -> Acme Platform');
    const stopped = await stopAt(rig, 'pull-request-reached');
    await leaveAlone(rig);
    expect(await reconcileDeliveries(rig.services)).toBe(0);
    await archiveJob(rig.db, { projectId: rig.project.id, jobId: stopped.job.id, by: 'api' });
    expect(await reconcileDeliveries(rig.services)).toBe(0);
    await stopped.wake();
  });

  test('of a job that becomes active during the request is left to its next turn', async () => {
    await using rig = await workerRig(replacer);
    const { id } = await rig.create('Acme Cloud -> Acme Platform');
    const refused = new CopydeskError('merge_conflict', 'It fails here.');
    const failing: WorkerServices['codeHost'] = (project, lease) => {
      const host = rig.services.codeHost(project, lease);
      return {
        ...host,
        open: async (draft) => host.open(draft).then(() => Promise.reject(refused)),
        find: async () => undefined,
      };
    };
    expect(await rig.work({ codeHost: failing })).toMatchObject({ status: 'failed' });
    await leaveAlone(rig);
    const codeHost: WorkerServices['codeHost'] = (project, lease) => ({
      ...rig.services.codeHost(project, lease),
      async find(branch) {
        await rig.send(id, 'Run it. -> Start it.');
        return await rig.services.codeHost(project, lease).find(branch);
      },
    });
    expect(await reconcileDeliveries({ ...rig.services, codeHost })).toBe(0);
    expect(await rig.read(id)).toMatchObject({ status: 'active', prLink: null });
    expect(await rig.work()).toMatchObject({ status: 'completed', prLink: `http://desk.test/${rig.project.id}/1` });
    expect(await rig.db.selectFrom('pull_request').selectAll().execute()).toHaveLength(1);
  });

  test('is stored once by two parallel checks', async () => {
    await using rig = await workerRig(replacer);
    const id = await archivedAt(rig, 'pull-request-reached');
    const reconcile = () => reconcileDeliveries(rig.services);
    const stored = await inOrder(rig.db, id, reconcile, reconcile);
    expect(stored).toEqual([
      { status: 'fulfilled', value: 1 },
      { status: 'fulfilled', value: 0 },
    ]);
    expect((await rig.events(id)).filter((event) => event.type === 'pull_request')).toHaveLength(1);
  });
});

test('an unreachable code host does not delay others', async () => {
  await using rig = await workerRig(replacer);
  const id = await archivedAt(rig, 'pull-request-reached');
  const away = await insertProject(rig.db);
  const theirs = await newJob(rig.db, away);
  await archiveJob(rig.db, { projectId: away.id, jobId: theirs.id, by: 'api' });
  await leaveAlone(rig);
  const delivery = { number: 1, turn: 1, branch: 'copydesk/x', commit: 'c'.repeat(40), title: '', description: '' };
  await rig.db
    .insertInto('job_delivery')
    .values({ job_id: theirs.id, ...delivery })
    .execute();
  const warned: object[] = [];
  const log = { ...rig.services.log, warn: (data: object) => void warned.push(data) };
  const codeHost: WorkerServices['codeHost'] = (project, lease) => {
    const host = rig.services.codeHost(project, lease);
    return project.id === away.id ? { ...host, find: () => Promise.reject(new Error('away')) } : host;
  };
  expect(await reconcileDeliveries({ ...rig.services, log, codeHost })).toBe(1);
  expect(await rig.read(id)).toMatchObject({ prLink: `http://desk.test/${rig.project.id}/1` });
  expect(warned).toMatchObject([{ project: away.id }]);
});
