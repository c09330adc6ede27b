import { CopydeskError } from '@copydesk/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FaultPoint } from '../../../src/worker/fault-points.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { expireLease } from '../../races/support.ts';
import { testWorkspace } from '../../support/workspace.ts';
import { editGuide, read } from '../rig.ts';
import { hostRig } from '../hosts/host-rig.ts';
import type { HostRig } from '../hosts/host-rig.ts';

const path = 'docs/guide.md';
const guide = (name: string) => `# Guide\n\nUse ${name}.\n\n## Set up\n\nRun it.\n`;
const solved = guide('Acme Sky Platform');

let rig: HostRig;
let jobId: string;
/** What the model does when asked to resolve the conflict. */
let solve: () => string;
let reported: string[];
beforeEach(async () => {
  solve = () => solved;
  reported = [];
  let first = true;
  rig = await hostRig((_call, { prompt }) => {
    const last = prompt.at(-1);
    if (last?.role !== 'user') return { text: 'Done as told' };
    if (first) {
      first = false;
      return editGuide('Acme Cloud', 'Acme Platform');
    }
    reported.push(JSON.stringify(prompt.slice(-2)));
    return { calls: [read(path), { tool: 'write_file', input: { path, content: solve() } }] };
  });
  jobId = (await rig.create('Acme Platform')).id;
  await rig.work();
  await rig.repository.commit({ [path]: guide('Acme Sky'), 'docs/new.md': '# New\n' });
});
afterEach(async () => await rig[Symbol.asyncDispose]());

const branch = () => `copydesk/${jobId}`;
const parents = async () => (await rig.repository.git('log', '-1', '--format=%P', branch())).split(' ');
const revision = async (name: string) => await rig.repository.git('rev-parse', name);

async function expectSolved(before: string): Promise<void> {
  expect(await rig.repository.git('show', `${branch()}:${path}`)).toBe(solved.trimEnd());
  expect(await rig.repository.git('show', `${branch()}:docs/new.md`)).toBe('# New');
  expect(await parents()).toEqual([before, await revision('main')]);
}

test('a request to solve conflicts merges the base branch and shows both versions to the model', async () => {
  const before = await revision(branch());
  await rig.send(jobId, 'please solve the conflicts');
  expect(await rig.work()).toMatchObject({ status: 'completed', prLink: 'https://host.test/acme/docs/pull/1' });
  expect(reported[0]).toMatch(/branch main was merged.*docs\/guide\.md.*solve the conflicts/s);
  await expectSolved(before);
  const [started] = (await rig.events(jobId)).filter(({ type }) => type === 'turn_started').slice(-1);
  expect(started?.data).toMatchObject({ baseCommit: await revision('main') });
});

test('after a model refused to solve conflicts, later messages do not request it again', async () => {
  const before = await revision(branch());
  solve = () => {
    throw new CopydeskError('instruction_not_understood', 'It cannot solve conflicts.');
  };
  await rig.send(jobId, 'please solve the conflicts');
  expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'instruction_not_understood' } });
  solve = () => guide('Big Sky');
  await rig.send(jobId, 'write it anew');
  expect(await rig.work()).toMatchObject({ status: 'completed', prLink: 'https://host.test/acme/docs/pull/1' });
  expect(reported.at(-1)).not.toContain('was merged into');
  expect(await parents()).toEqual([before]);
  expect(await rig.repository.git('show', `${branch()}:${path}`)).toBe(guide('Big Sky').trimEnd());
});

test('any other follow-up does not merge the base branch', async () => {
  const before = await revision(branch());
  await rig.send(jobId, 'write it anew');
  await rig.work();
  expect(reported[0]).not.toContain('was merged into');
  expect(await parents()).toEqual([before]);
});

test('remaining conflict marks are sent back to the model, and never delivered', async () => {
  const before = await revision(branch());
  const main = await revision('main');
  solve = () => guide(`\n<<<<<<< ${main}\nAcme Sky\n=======\nAcme Platform\n>>>>>>> ${before}\n`);
  await rig.send(jobId, 'please solve the conflicts');
  expect(await rig.work()).toMatchObject({
    status: 'failed',
    error: { code: 'checks_failed', detail: expect.stringContaining('conflict-marks') },
  });
  expect(await revision(branch())).toBe(before);
});

const places: FaultPoint[] = [
  'turn-begun',
  'prepared',
  'verified',
  'delivery-intended',
  'pushed',
  'pull-request-reached',
];
test.each(places)('a worker that dies at "%s" is followed by one on another machine', async (place) => {
  const before = await revision(branch());
  await rig.send(jobId, 'please solve the conflicts');
  const onFaultPoint: WorkerServices['onFaultPoint'] = (point) => {
    if (point === place) throw new CopydeskError('lease_lost', 'as if killed here');
  };
  expect(await rig.work({ onFaultPoint })).toMatchObject({ status: 'active' });
  await expireLease(rig);
  await using other = await testWorkspace();
  expect(await rig.work({ workspace: other.workspace })).toMatchObject({ status: 'completed' });
  await expectSolved(before);
});

test('commits that people push meanwhile are kept', async () => {
  await rig.send(jobId, 'please solve the conflicts');
  let theirs = '';
  const onFaultPoint: WorkerServices['onFaultPoint'] = async (point) => {
    if (point !== 'prepared' || theirs !== '') return;
    theirs = await rig.repository.commit({ 'docs/theirs.md': '# Theirs\n' }, { branch: branch() });
    throw new CopydeskError('lease_lost', 'as if killed here');
  };
  await rig.work({ onFaultPoint });
  await expireLease(rig);
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  expect(await rig.repository.git('show', `${branch()}:docs/theirs.md`)).toBe('# Theirs');
  expect(await rig.repository.git('show', `${branch()}:${path}`)).toBe(solved.trimEnd());
  expect(new Set(await parents())).toEqual(new Set([theirs, await revision('main')]));
});
