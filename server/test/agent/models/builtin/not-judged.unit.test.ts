import { expect, test } from 'vitest';
import { openPlanContext } from '../../../../src/agent/models/builtin/plan-context.ts';
import { readPrompt } from '../../../../src/agent/models/builtin/grammar/prompt.ts';
import { carryOut } from '../../../../src/agent/models/builtin/plans/carry-out.ts';
import type { Outcome } from '../../../../src/agent/models/builtin/plans/plan.ts';
import { quietDocs } from '../../memory-tree.ts';

/** Returns the outcome of an instruction when the checks return this answer. */
async function outcomeOf(prompt: string, answer: { ok: boolean; text: string }): Promise<Outcome> {
  const [instruction] = readPrompt(prompt);
  if (instruction === undefined) throw new Error('there is no instruction');
  const plan = carryOut(openPlanContext(quietDocs()), instruction);
  let step = await plan.next([]);
  while (step.done !== true) step = await plan.next(step.value.map(() => answer));
  return step.value;
}

const unknown = 'not judged: 3 of 120 links, because the sidebar is computed (such as a.md:3 /x)';
const notJudged = 'Not judged: 3 of 120 links, because the sidebar is computed (such as a.md:3 /x).';

test.each(['List broken links', 'Fix broken links'])(
  '%s: the closing reports that some links were not judged',
  async (prompt) => {
    expect((await outcomeOf(prompt, { ok: true, text: `no problems\n${unknown}` })).notes).toEqual([
      'No broken links were found among those that could be judged.',
      notJudged,
    ]);
    expect((await outcomeOf(prompt, { ok: true, text: 'no problems' })).notes).toEqual([
      'There are no broken links in the docs.',
    ]);
  },
);

test('found problems are listed beside what was not judged', async () => {
  const text = `${unknown}\na.md:3 error link-broken: The link leads to b.md, which does not exist | subject: "b.md"`;
  const { notes, listed } = await outcomeOf('List broken links', { ok: true, text });
  expect(notes).toEqual(['Found 1 broken link in 1 file.', notJudged]);
  expect(listed).toEqual(['a.md:3: The link leads to b.md, which does not exist']);
});

test('a failed check counts as not judged', async () => {
  const { notes } = await outcomeOf('List broken links', { ok: false, text: 'The docs are too large' });
  expect(notes).toEqual([
    'No broken links were found among those that could be judged.',
    'Not judged: the docs: The docs are too large.',
  ]);
});

const anchor = 'a.md:5 error anchor-broken: This page has no heading or id `part` | subject: "#part"';

test.each(['links', 'anchors'])('when asked for broken %s, it reports a link to a missing heading', async (what) => {
  const { notes, listed } = await outcomeOf(`List broken ${what}`, { ok: true, text: anchor });
  expect(notes).toEqual([`Found 1 broken ${what.slice(0, -1)} in 1 file.`]);
  expect(listed).toEqual(['a.md:5: This page has no heading or id `part` (#part)']);
});
