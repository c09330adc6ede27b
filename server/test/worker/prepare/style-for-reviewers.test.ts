import { expect, test } from 'vitest';
import { editGuide, site, workerRig } from '../rig.ts';

const answer = 'TITLE: docs: rename the product\nCOMMIT:\nIt is called so now.\nDESCRIPTION:\n## Why\n\nIt is.';

test.each([
  ['before its work, where the template is short', '', true],
  ['with its diff, where the template is long', 'Very much of it. '.repeat(150), false],
])('a model learns how this repository describes changes to reviewers, %s', async (_, more, isBefore) => {
  const requests: string[] = [];
  const systems = new Set<string>();
  const template = `## Why\n\n<!-- tell us -->\n\n- [ ] I have checked the links\n${more}\n`;
  await using rig = await workerRig(
    (call, { prompt }) => {
      systems.add(JSON.stringify(prompt.filter(({ role }) => role === 'system')));
      if (call === 0) return editGuide('Acme Cloud', 'Acme Platform');
      requests.push(JSON.stringify(prompt.at(-1)));
      return { text: answer };
    },
    { files: { ...site, '.github/Pull_Request_Template.md': template } },
  );
  await rig.create('rename');
  const model = { name: 'test/scripted', model: rig.model, streams: false, describesChanges: true };
  expect(await rig.work({ resolveModel: () => model })).toMatchObject({ status: 'completed' });
  const [system = ''] = systems;
  const review = requests.at(-1) ?? '';
  expect(systems.size).toBe(1);
  expect(review).toContain('-Use Acme Cloud.\\n+Use Acme Platform.');
  expect([system, review].map((text) => text.includes('- [ ] I have checked the links'))).toEqual([
    isBefore,
    !isBefore,
  ]);
  const subject = await rig.repository.git('log', '-1', '--format=%s', 'main');
  expect(system).toContain(`<recent-commits>\\n${subject}`);
});
