import type { ModelAnswer } from '../models/answer-events.ts';
import type { TaskSite } from './site.ts';
import { deploymentPage } from './pages.ts';
import { call, ending, type Task } from './task.ts';
import { textOf } from './texts.ts';

const madePage = { path: 'en/guides/rollback.mdx', address: '/en/guides/rollback' };
const linking = [6, 26, 46, 66, 86, 106].map((page) => `en/section-${Math.floor(page / 24)}/page-${page}.mdx`);
const heading = '## Rolling back';
const pointer = `To take a release back, see [Rolling back](${madePage.address}).`;

/** The last section of a long page becomes a new page. */
export function splitTask({ texts }: TaskSite): Task {
  const text = textOf(texts, deploymentPage.path);
  const section = text.slice(text.indexOf(heading)).trimEnd();
  const first = text.slice(0, text.indexOf(heading)).split('\n').length;
  const last = first + section.split('\n').length - 1;
  const end = ending('Give rolling back a page of its own', 'The page on deployment was too long to be found by.');
  return {
    name: 'a page split in two',
    prompt: `Move the section "Rolling back" of ${deploymentPage.path} to a page of its own, ${madePage.path}.`,
    ideal: { requests: 4, written: 600 },
    now: [...moveLines(`${first}-${last}`), ...end],
    before: [...writeAndEdit(section), ...end],
    expected: [
      { path: madePage.path, holds: ['Find the release', 'Clean up', 'deployment#release)'] },
      { path: deploymentPage.path, holds: [pointer], lacks: ['Find the release'] },
      ...linking.map((path) => ({ path, holds: [`(${madePage.address}`], lacks: [`${deploymentPage.address}#`] })),
      { path: 'docs.json', holds: [`"${madePage.address.slice(1)}"`] },
    ],
  };
}

function moveLines(lines: string): ModelAnswer[] {
  return [
    { words: 'I read the page.', calls: [call('read_file', { path: deploymentPage.path, numbers: true })] },
    {
      words: 'I move the section.',
      calls: [call('move_text', { from: deploymentPage.path, lines, to: madePage.path, leave: pointer })],
    },
    { words: 'I check the docs.', calls: [call('check_docs', {})] },
  ];
}

function writeAndEdit(section: string): ModelAnswer[] {
  return [
    {
      words: 'I read the page and the navigation, and look for links.',
      calls: [
        call('read_file', { path: deploymentPage.path }),
        call('read_file', { path: 'docs.json' }),
        call('search', { pattern: 'deployment#rolling-back' }),
      ],
    },
    { words: 'I read the pages that link to it.', calls: linking.map((path) => call('read_file', { path })) },
    {
      words: 'I write the page, and take the section out.',
      calls: [
        call('write_file', { path: madePage.path, content: newPage(section) }),
        call('edit_file', { path: deploymentPage.path, edits: [{ old: section, new: pointer }] }),
        ...linking.map((path) =>
          call('edit_file', {
            path,
            edits: [{ old: `${deploymentPage.address}#rolling-back`, new: madePage.address }],
          }),
        ),
        call('edit_file', {
          path: 'docs.json',
          edits: [{ old: '"en/guides/deployment",', new: '"en/guides/deployment",\n"en/guides/rollback",' }],
        }),
      ],
    },
    { words: 'I check the docs.', calls: [call('check_docs', {})] },
  ];
}

function newPage(section: string): string {
  const body = section
    .slice(heading.length)
    .trim()
    .replaceAll(/^### /gm, '## ')
    .replace('(#release)', `(${deploymentPage.address}#release)`);
  return `---\ntitle: Rolling back\ndescription: How to take a release back\n---\n\n${body}\n`;
}
