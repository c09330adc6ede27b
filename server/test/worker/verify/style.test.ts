import { expect, test } from 'vitest';
import { openStyleCheck } from '../../../src/style-check/style-check.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { standIn } from '../../style-check/stand-in.ts';
import type { habits } from '../../style-check/stand-in.ts';
import type { Script } from '../../support/scripted-model.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { editGuide, site, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const rules = {
  '.vale.ini': 'StylesPath = styles\nMinAlertLevel = suggestion\n[*.md]\nBasedOnStyles = Acme\n',
  'styles/Acme/Words.yml': 'extends: existence\nmessage: "Avoid \'%s\'."\ntokens: [very, utilize]\n',
};

/** Runs a job on a repository with style rules, on a server whose operator has installed a program of this habit. */
async function work(
  script: Script,
  look: (rig: WorkerRig, job: { id: string; status: string }) => Promise<void>,
  { habit = 'words', files = {} }: { habit?: keyof typeof habits; files?: Record<string, string> } = {},
): Promise<void> {
  await using folder = await temporaryFolder();
  const { program } = await standIn(folder.path, habit);
  const timeoutMilliseconds = habit === 'hangs' ? 1_000 : undefined;
  const style = openStyleCheck({ program, timeoutMilliseconds, report: (error) => expect.unreachable(String(error)) });
  await using rig = await workerRig(script, { files: { ...site, ...rules, ...files }, docsFolder: 'docs' });
  await rig.create('edit');
  const change: Partial<WorkerServices> = { style };
  await look(rig, await rig.work(change));
  style.close();
}

async function checked(rig: WorkerRig, id: string) {
  return (await rig.events(id)).flatMap((event) => (event.type === 'checked' ? [event.data] : []));
}

async function description(rig: WorkerRig): Promise<string> {
  return (await rig.db.selectFrom('pull_request').select('description').executeTakeFirstOrThrow()).description;
}

const error = `docs/guide.md:3 error vale/Acme.Words: Avoid 'utilize'. | subject: "utilize" | suggestion: "use"`;
const warning = `docs/guide.md:3 warning vale/Acme.Words: Avoid 'very'. | subject: "very"`;

test('a style error is sent back to the model, and a warning is shown to reviewers', async () => {
  const script: Script = [
    editGuide('Use Acme Cloud.', 'We utilize the very Acme Cloud.'),
    { text: 'Done.' },
    editGuide('We utilize', 'We use'),
    { text: 'Mended.' },
  ];
  await work(script, async (rig, { id, status }) => {
    expect(status).toBe('completed');
    const [first, second] = await checked(rig, id);
    expect(first).toMatchObject({ problems: [error], warnings: [warning], repairRound: 0 });
    expect(second).toMatchObject({ problems: [], warnings: [warning], repairRound: 1 });
    expect(await description(rig)).toContain(`New warnings:\n\n\`\`\`text\n${warning}\n`);
  });
});

test('a remaining error fails the job, and an earlier one does not', async () => {
  const before = { 'docs/guide.md': '# Guide\n\nWe utilize Acme Cloud.\n\n## Set up\n\nRun it.\n' };
  await work(
    [editGuide('Acme Cloud', 'Acme Platform'), { text: 'Done.' }],
    async (rig, { id, status }) => {
      expect(status).toBe('completed');
      expect(await checked(rig, id)).toMatchObject([{ problems: [], warnings: [] }]);
    },
    { files: before },
  );
  await work(
    [editGuide('Use', 'utilize'), ...Array.from({ length: 4 }, () => ({ text: 'Done.' }))],
    async (rig, { id }) => {
      expect((await rig.read(id)).error).toMatchObject({ code: 'checks_failed' });
    },
  );
});

test('check_docs reports introduced problems, and counts earlier ones', async () => {
  const before = { 'docs/guide.md': '# Guide\n\nUse Acme Cloud.\n\nIt is very good.\n' };
  const script: Script = [
    editGuide('Use Acme Cloud.', 'We utilize Acme Cloud.'),
    { calls: [{ tool: 'check_docs', input: {} }] },
    { calls: [{ tool: 'check_docs', input: { paths: ['docs/guide.md'], earlier: true } }] },
    editGuide('We utilize', 'We use'),
    { text: 'Done.' },
  ];
  await work(
    script,
    async (rig, { status }) => {
      expect(status).toBe('completed');
      const answers = JSON.stringify(await rig.db.selectFrom('job_step').select('messages').execute());
      expect(answers).toContain("of your change:\\ndocs/guide.md:3 error vale/Acme.Words: Avoid 'utilize'.");
      expect(answers).toContain('earlier: 1 in 1 file, not of your making');
      expect(answers).toContain("earlier:\\ndocs/guide.md:5 warning vale/Acme.Words: Avoid 'very'.");
    },
    { files: before },
  );
});

test('a program that hangs fails no job, and is reported to the model, in the transcript and to reviewers', async () => {
  const script: Script = [
    editGuide('Use Acme Cloud.', 'We utilize Acme Cloud.'),
    { calls: [{ tool: 'check_docs', input: {} }] },
    { text: 'Done.' },
  ];
  const note = 'style not checked, because it took longer than 1 s; it is tried again after 10 minutes';
  await work(
    script,
    async (rig, { id, status }) => {
      expect(status).toBe('completed');
      expect(await checked(rig, id)).toMatchObject([{ problems: [], coverage: { notUsed: [note] } }]);
      expect(await description(rig)).toContain(note);
      expect(JSON.stringify(await rig.db.selectFrom('job_step').select('messages').execute())).toContain(note);
    },
    { habit: 'hangs' },
  );
});
