import { expect, test } from 'vitest';
import { editGuide, site, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';
import type { Script } from '../../support/scripted-model.ts';

const questions = `
questions:
  - question: Where does it run?
    page: docs/guide.md
    facts: [Acme Cloud]
  - question: How is it backed up?
    page: docs/guide.md
    facts: [acme backup]
`;

async function work(script: Script, look: (rig: WorkerRig, job: { id: string; status: string }) => Promise<void>) {
  await using rig = await workerRig(script, {
    files: { ...site, '.copydesk/questions.yaml': questions },
    docsFolder: 'docs',
  });
  await rig.create('edit');
  await look(rig, await rig.work());
}

const lost =
  'docs/guide.md:1 error question-unanswered: The page does not answer “Where does it run?”: it lacks “Acme Cloud”';

test('a page that lost an answer is sent back to the model, and reviewers see which questions are answered', async () => {
  const script: Script = [
    editGuide('Use Acme Cloud.', 'Use it.'),
    { calls: [{ tool: 'check_docs', input: {} }] },
    { text: 'Done.' },
    editGuide('Use it.', 'Use it on the **Acme Cloud**; `acme backup` keeps a copy.'),
    { text: 'Mended.' },
  ];
  await work(script, async (rig, { id, status }) => {
    expect(status).toBe('completed');
    const events = await rig.events(id);
    const checked = events.flatMap((event) => (event.type === 'checked' ? [event.data.problems] : []));
    expect(checked).toEqual([[expect.stringContaining(lost)], []]);
    const { description } = await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow();
    expect(description).toContain('2 questions are about these pages: 1 answered before, 2 now.');
    expect(description).toContain('Answered now:\n\n- `How is it backed up?`');
  });
});

test('an answer that stays missing fails the job', async () => {
  const script: Script = [
    editGuide('Use Acme Cloud.', 'Use it.'),
    ...Array.from({ length: 4 }, () => ({ text: 'Done.' })),
  ];
  await work(script, async (rig, { id }) => {
    const { error } = await rig.read(id);
    expect(error).toMatchObject({ code: 'checks_failed', detail: expect.stringContaining('Where does it run?') });
  });
});
