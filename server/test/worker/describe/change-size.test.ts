import { expect, test } from 'vitest';
import { setProject } from '../../../src/projects/project.ts';
import type { CompleteChange } from '../../../src/projects/project.ts';
import { editGuide, site, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const files = { ...site, 'docs/a.md': '# A\n\nOne.\n', 'docs/b.md': '# B\n\nTwo.\n' };

const closing = 'TITLE: Rename it\nCOMMIT:\nWhy.\nDESCRIPTION:\nWhat.';

/**
 * Returns what the model is asked at its review, and the description, after a job that changes four lines in two files.
 */
async function outcome(change: CompleteChange): Promise<{ rig: WorkerRig; asked: string; described: string }> {
  const rig = await workerRig(
    [
      { calls: [{ tool: 'read_file', input: { path: 'docs/a.md' } }] },
      { calls: [write('docs/a.md', '# A\n\nOnce.\n'), write('docs/c.md', '# C\n\nThree.\n')] },
      { text: 'Done.' },
      { text: closing },
      editGuide('Acme Cloud', 'Acme Platform'),
      { text: 'Done.' },
      { text: closing },
    ],
    { files },
  );
  await setProject(rig.db, rig.project.id, change);
  await rig.create('rename');
  const model = { name: 'test/scripted', model: rig.model, streams: false, describesChanges: true };
  expect(await rig.work({ resolveModel: () => model })).toMatchObject({ status: 'completed' });
  const asked = JSON.stringify(rig.model.calls.at(-1)?.prompt.at(-1));
  expect(asked).toContain('Review your change');
  return { rig, asked, described: await description(rig) };
}

function write(path: string, content: string) {
  return { tool: 'write_file', input: { path, content } };
}

async function description(rig: WorkerRig): Promise<string> {
  return (await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow()).description;
}

const sizes = 'This pull request changes 2 files and 5 lines; the team asks for at most';

test("a pull request over the team's limit is reported to the model and to reviewers", async () => {
  const { rig, asked, described } = await outcome({ maxChangedFiles: 1, maxChangedLines: 500 });
  await using _ = rig;
  expect(asked).toContain(`${sizes} 1 file and 500 lines. Where a part of it is whole by itself, finish that part`);
  expect(described).toContain(`What.\n\n${sizes} 1 file and 500 lines.\n\nMade by Copydesk`);
});

test('a limit can cover files only, or lines only', async () => {
  const { rig, described } = await outcome({ maxChangedLines: 4 });
  await using _ = rig;
  expect(described).toContain(`${sizes} 4 lines.`);
});

test('a change within the limit, or without one, is not reported', async () => {
  for (const change of [{ maxChangedFiles: 2, maxChangedLines: 5 }, {}]) {
    const { rig, asked, described } = await outcome(change);
    await using _ = rig;
    expect(`${asked}${described}`).not.toContain('the team asks');
  }
});

test('changes of earlier turns on the branch count', async () => {
  const { rig } = await outcome({ maxChangedFiles: 2 });
  await using _ = rig;
  const [job] = await rig.db.selectFrom('job').select('id').execute();
  await rig.send(job?.id ?? '', 'the guide, too');
  expect(await rig.work()).toMatchObject({ status: 'completed' });
  expect(await description(rig)).toContain(
    'This pull request changes 3 files and 7 lines; the team asks for at most 2 files.',
  );
});
