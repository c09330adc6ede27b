import { CopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { setProject } from '../../../src/projects/project.ts';
import type { WorkerServices } from '../../../src/worker/services.ts';
import { expireLease } from '../../races/support.ts';
import type { ScriptedStep } from '../../support/scripted-model.ts';
import { editGuide, workerRig } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

const path = 'docs/guide.md';
const rule = 'link-broken';
const reason = 'The build makes this page; see the Makefile. Thanks to @ann, closes #12.';
const broken = editGuide('Run it.', 'See [the made page](made.md).');
const brokenTwice = editGuide('Run it.', 'See [the made page](made.md) and [that](missing.md).');
const contest = (input: object = {}) => ({
  calls: [{ tool: 'contest_problem', input: { path, rule, reason, ...input } }],
});
const done: ScriptedStep = { text: 'Link the page\n\nIt is made by the build.' };

async function checked(rig: WorkerRig, id: string) {
  return (await rig.events(id)).flatMap((event) => (event.type === 'checked' ? [event.data] : []));
}

async function opened(rig: WorkerRig, id: string) {
  return (await rig.events(id)).flatMap((event) => (event.type === 'pull_request' ? [event.data] : []));
}

async function pullRequests(rig: WorkerRig) {
  return await rig.db.selectFrom('pull_request').select(['number', 'title', 'description', 'draft']).execute();
}

const lastAnswer = (rig: WorkerRig): string => JSON.stringify(rig.model.calls.at(-1)?.prompt.at(-1));

describe('a model that contests all remaining problems', () => {
  test('gets a draft, with the problems and its reasons at the top, and an entry in the transcript', async () => {
    await using rig = await workerRig([broken, done, contest(), done]);
    const { id } = await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'completed', error: null });
    const [pull, ...others] = await pullRequests(rig);
    expect(others).toEqual([]);
    expect(pull).toMatchObject({ title: 'Link the page', draft: true });
    expect(pull?.description).toMatch(
      /^\*\*The checks found a problem that this change introduces, and the model contests it\.\*\* .*\n\n- `docs\/guide\.md:7` `link-broken` `made\.md`: `/,
    );
    expect(pull?.description).toContain('\n\n  The model says: The build makes this page; see the Makefile.');
    // Nobody is mentioned, and no issue is closed.
    expect(pull?.description).not.toContain('@ann');
    expect(pull?.description).not.toContain('#12');
    expect(pull?.description).toContain('\n\nIt is made by the build.\n\nMade by Copydesk');
    const problem = expect.stringMatching(/^docs\/guide\.md:7 error link-broken: .*"made\.md"/);
    const site = { label: 'Markdown files', isRecognised: false };
    const coverage = { site, links: expect.any(Number), notJudged: [], others: [], leftAlone: [] };
    expect(await checked(rig, id)).toEqual([
      { problems: [problem], warnings: [], repairRound: 0, contested: [], coverage },
      { problems: [problem], warnings: [], repairRound: 1, contested: [{ problem, reason }], coverage },
    ]);
    expect(await opened(rig, id)).toMatchObject([{ number: 1, opened: true, draft: true }]);
    // No further round follows, since it would change nothing.
    expect(rig.model.calls).toHaveLength(4);
  });

  test('after it fixed the others gets a draft, too', async () => {
    await using rig = await workerRig([
      brokenTwice,
      done,
      { calls: [...contest({ subject: 'made.md' }).calls, ...editGuide('missing.md', 'index.md').calls] },
      done,
    ]);
    const { id } = await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    expect((await checked(rig, id)).map(({ problems, contested }) => [problems.length, contested.length])).toEqual([
      [2, 0],
      [1, 1],
    ]);
    expect(await pullRequests(rig)).toMatchObject([{ draft: true }]);
  });

  test('and then fixes them gets an ordinary pull request', async () => {
    const mended = editGuide('made.md', 'index.md');
    await using rig = await workerRig([broken, done, contest(), mended, done]);
    await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    const [pull] = await pullRequests(rig);
    expect(pull).toMatchObject({ draft: false });
    expect(pull?.description).not.toContain('contests');
  });

  test('fails if the checks are strict, with the problem and the reason', async () => {
    await using rig = await workerRig([broken, done, contest(), done]);
    await setProject(rig.db, rig.project.id, { checks: 'strict' });
    const { id } = await rig.create('link it');
    const job = await rig.work();
    expect(job).toMatchObject({ status: 'failed', prLink: null, error: { code: 'checks_failed' } });
    expect(job.error?.detail).toMatch(/that the model contests: docs\/guide\.md:7 error link-broken: .*made\.md/);
    expect(job.error?.detail).toContain(`(contested: ${reason})`);
    expect(job.error?.detail).toContain("The project's checks are strict");
    expect(rig.model.calls).toHaveLength(4);
    expect(await rig.repository.git('branch', '--list', `copydesk/${id}`)).toBe('');
  });
});

describe('a follow-up to a draft', () => {
  const start = [broken, done, contest(), done];

  test('that fixes contested problems says that the checks pass, and does not remove the draft mark', async () => {
    await using rig = await workerRig([...start, editGuide('made.md', 'index.md'), { text: 'Link the front page' }]);
    const { id } = await rig.create('link it');
    await rig.work();
    await rig.send(id, 'no, link the front page');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    const [pull, ...others] = await pullRequests(rig);
    expect(others).toEqual([]);
    expect(pull?.draft).toBe(true);
    const [, said] = pull?.description.split('**Link the front page**') ?? [];
    expect(said).toContain('none remains: the checks pass now.');
    expect(await opened(rig, id)).toMatchObject([{ draft: true }, { opened: false, draft: false }]);
  });

  test('that does not fix them says how many still stand', async () => {
    await using rig = await workerRig([...start, editGuide('Acme Cloud', 'Acme'), { text: 'Rename the product' }]);
    const { id } = await rig.create('link it');
    await rig.work();
    await rig.send(id, 'rename it');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    const [pull] = await pullRequests(rig);
    expect(pull?.description).toContain('Of the problems that the model contested before, 1 still stands.');
  });

  test('that adds contested problems to a ready pull request makes it a draft', async () => {
    await using rig = await workerRig([editGuide('Acme Cloud', 'Acme'), { text: 'Rename the product' }, ...start]);
    const { id } = await rig.create('rename it');
    await rig.work();
    expect(await pullRequests(rig)).toMatchObject([{ draft: false }]);
    await rig.send(id, 'link it');
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    const [pull] = await pullRequests(rig);
    expect(pull).toMatchObject({ title: 'Rename the product', draft: true });
    expect(pull?.description).toContain(
      '**Link the page**\n\n**The checks found a problem that this change introduces',
    );
    expect(await opened(rig, id)).toMatchObject([{ draft: false }, { opened: false, draft: true }]);
  });
});

describe('a contest has no effect', () => {
  test('while other problems remain: the job fails, and names both', async () => {
    const script = [brokenTwice, done, contest({ subject: 'made.md' })];
    await using rig = await workerRig((call) => script[call] ?? done);
    await rig.create('link it');
    const job = await rig.work();
    expect(job).toMatchObject({ status: 'failed', error: { code: 'checks_failed' } });
    expect(job.error?.detail).toMatch(/could not be repaired: [^(]*missing\.md[^(]*\. Others stay/);
    expect(job.error?.detail).toContain(`(contested: ${reason})`);
    expect(await pullRequests(rig)).toEqual([]);
    // Contested findings are not repeated.
    const request = JSON.stringify(rig.model.calls[4]?.prompt.at(-1));
    expect(request).toContain('You contest 1 more');
    expect(request).toContain('missing.md');
    expect(request).not.toContain('made.md');
  });

  test.each([
    ['without a reason', { reason: ' ' }, 'The reason is empty'],
    ['of what was never reported', { path: 'docs/index.md' }, 'The checks have reported no such problem'],
  ])('%s', async (_, input, answer) => {
    const script = [broken, done, contest(input)];
    await using rig = await workerRig((call) => script[call] ?? done);
    const { id } = await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'checks_failed' } });
    const steps = (await rig.events(id)).flatMap((event) => (event.type === 'step' ? event.data.tools : []));
    expect(steps.at(-1)).toMatchObject({ tool: 'contest_problem', ok: false, result: expect.stringContaining(answer) });
    expect((await checked(rig, id)).map(({ contested }) => contested)).toEqual([[], [], [], []]);
  });

  test('before the checks have reported anything', async () => {
    await using rig = await workerRig([{ calls: [...broken.calls, ...contest().calls] }, done, done, done, done]);
    await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'failed', error: { code: 'checks_failed' } });
  });
});

function killedAt(place: string): { onFaultPoint: WorkerServices['onFaultPoint'] } {
  return {
    onFaultPoint: (point) => {
      if (point === place) throw new CopydeskError('lease_lost', 'as if killed here');
    },
  };
}

describe('a worker that dies', () => {
  test.each(['verified', 'delivery-intended', 'pushed', 'push-stored', 'pull-request-reached'])(
    'at "%s" after a contest leaves exactly one draft',
    async (place) => {
      await using rig = await workerRig([broken, done, contest(), done]);
      const { id } = await rig.create('link it');
      expect(await rig.work(killedAt(place))).toMatchObject({ status: 'active' });
      await expireLease(rig);
      expect(await rig.work()).toMatchObject({ status: 'completed' });
      expect(await pullRequests(rig)).toMatchObject([
        { draft: true, description: expect.stringContaining('contests') },
      ]);
      expect(await opened(rig, id)).toMatchObject([{ draft: true }]);
      expect(rig.model.calls).toHaveLength(4);
    },
  );

  test('right after the step with the contest is followed by one that knows the contest', async () => {
    await using rig = await workerRig([
      broken,
      done,
      contest(),
      { error: new CopydeskError('lease_lost', 'killed') },
      done,
    ]);
    await rig.create('link it');
    expect(await rig.work()).toMatchObject({ status: 'active' });
    await expireLease(rig);
    expect(await rig.work()).toMatchObject({ status: 'completed' });
    expect(lastAnswer(rig)).toContain('contested: docs/guide.md:7 error link-broken');
    expect(await pullRequests(rig)).toMatchObject([{ draft: true }]);
  });
});
