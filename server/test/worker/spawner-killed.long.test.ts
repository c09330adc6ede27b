import { setTimeout } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { spawnProgram } from '../../src/workspace/programs/spawn.ts';
import { editGuide, workerRig } from './rig.ts';

/** The id of the process that starts programs for this one; of this one, as long as there is none; 0 if it has died. */
async function spawnerId(): Promise<number> {
  const env = { PATH: process.env.PATH };
  const { stdout } = spawnProgram({ program: 'sh', given: ['-c', 'echo $PPID'], cwd: '/', env });
  return Number(await text(stdout));
}

/** Waits until a spawner starts the programs of this process. */
async function openedSpawner(): Promise<number> {
  let id = 0;
  await expect.poll(async () => (id = await spawnerId())).not.toBeOneOf([0, process.pid]);
  return id;
}

// How long after the last step of the model the spawner is killed: in each part of a delivery.
test.runIf(process.platform === 'linux').each([0, 10, 20, 30, 40, 60])(
  'a job is delivered once although the process that starts git is killed %i ms after its last step',
  async (milliseconds) => {
    let killed: Promise<number> | undefined;
    await using rig = await workerRig(async (call) => {
      if (call === 0) return editGuide('Acme Cloud', 'Acme Platform');
      const id = await openedSpawner();
      killed ??= setTimeout(milliseconds).then(() => {
        process.kill(id, 'SIGKILL');
        return id;
      });
      return { text: 'Rename the product' };
    });
    const { id } = await rig.create('rename');
    let job = await rig.work();
    // What is started until this process notices fails, also if it is started by the test.
    await expect.poll(spawnerId).not.toBeOneOf([0, await killed]);
    // A turn that it broke waits and is retried.
    if (job.status === 'active') {
      await rig.db
        .updateTable('job')
        .set({ not_before: new Date(0) })
        .execute();
      job = await rig.work();
    }
    expect(job).toMatchObject({ status: 'completed', prLink: expect.stringMatching(/\/1$/) as string });
    expect(await rig.repository.git('rev-list', '--count', `main..copydesk/${id}`)).toBe('1');
    await openedSpawner();
  },
);
