import { expect, test } from 'vitest';
import { plainModel } from '../../../src/agent/model.ts';
import { png } from '../../agent/images/samples.ts';
import type { ScriptedModel } from '../../support/scripted-model.ts';
import { read, site, workerRig } from '../rig.ts';

/** Returns the bytes of the images that the model got in a call. */
function shownAt(model: ScriptedModel, call: number): Buffer[] {
  return (model.calls[call]?.prompt ?? []).flatMap((message) => {
    if (message.role !== 'tool') return [];
    return message.content.flatMap((part) => {
      if (part.type !== 'tool-result' || part.output.type !== 'content') return [];
      return part.output.value.flatMap((each) =>
        each.type === 'file' && each.data.type === 'data' ? [Buffer.from(each.data.data)] : [],
      );
    });
  });
}

test('a job stores no image, and a later turn reads it from its current path in the repository', async () => {
  const image = png(640, 480, 3_000);
  const move = { tool: 'move_file', input: { from: 'docs/a.png', to: 'docs/img/b.png' } };
  await using rig = await workerRig(
    [{ calls: [read('docs/a.png')] }, { calls: [move] }, { text: 'Moved.' }, { text: 'It shows a form.' }],
    { files: { ...site, 'docs/a.png': image } },
  );
  const sees = { resolveModel: () => ({ ...plainModel('test/scripted', rig.model), images: 'results' as const }) };
  const { id } = await rig.create('Move the image.');
  expect(await rig.work(sees)).toMatchObject({ status: 'completed' });
  await rig.send(id, 'What does it show?');
  expect(await rig.work(sees)).toMatchObject({ status: 'completed' });

  expect([1, 2, 3].map((call) => shownAt(rig.model, call))).toEqual([[image], [image], [image]]);
  const steps = await rig.db.selectFrom('job_step').select('messages').where('job_id', '=', id).execute();
  expect(steps).toHaveLength(4);
  expect(Math.max(...steps.map(({ messages }) => JSON.stringify(messages).length))).toBeLessThan(1_500);
});
