import type { TaskSite } from './site.ts';
import { eventsPage, webhooksPage } from './pages.ts';
import { call, ending, type Task } from './task.ts';
import { bodyOf, tailOf, textOf } from './texts.ts';

const linking = [0, 20, 40, 60, 80, 100].map((page) => `en/section-${Math.floor(page / 24)}/page-${page}.mdx`);

/** Two pages become one, and readers of the removed page are redirected. */
export function mergeTask({ texts }: TaskSite): Task {
  const merged = bodyOf(textOf(texts, eventsPage.path));
  const tail = tailOf(textOf(texts, webhooksPage.path));
  const retyped = `${tail}\n\n## Events\n\n${merged.trim().replaceAll(/^## /gm, '### ')}`;
  const end = ending('Merge the page on webhook events into Webhooks', 'Both pages told readers of the same thing.');
  return {
    name: 'two pages merged, with redirect',
    prompt: `Merge ${eventsPage.path} into ${webhooksPage.path}, below a heading "Events", with a redirect.`,
    ideal: { requests: 4, written: 600 },
    now: [
      {
        words: 'I read both pages.',
        calls: [call('read_file', { paths: [eventsPage.path, webhooksPage.path] })],
      },
      {
        words: 'I merge them.',
        calls: [call('move_text', { from: eventsPage.path, to: webhooksPage.path, title: 'Events' })],
      },
      { words: 'I check the docs.', calls: [call('check_docs', {})] },
      ...end,
    ],
    before: [
      {
        words: 'I read both pages, and look for links.',
        calls: [
          call('read_file', { path: eventsPage.path }),
          call('read_file', { path: webhooksPage.path }),
          call('search', { pattern: 'webhook-events' }),
        ],
      },
      { words: 'I read the pages that link to it.', calls: linking.map((path) => call('read_file', { path })) },
      {
        words: 'I merge them, and change the links.',
        calls: [
          call('edit_file', { path: webhooksPage.path, edits: [{ old: tail, new: retyped }] }),
          ...linking.map((path) =>
            call('edit_file', { path, edits: [{ old: eventsPage.address, new: webhooksPage.address }] }),
          ),
          call('delete_file', { path: eventsPage.path, redirect_to: webhooksPage.path }),
        ],
      },
      { words: 'I check the docs.', calls: [call('check_docs', {})] },
      ...end,
    ],
    expected: [
      { path: eventsPage.path, isGone: true },
      { path: webhooksPage.path, holds: ['## Events\n', '### Signatures\n', tailOf(merged)] },
      ...linking.map((path) => ({
        path,
        holds: [`(${webhooksPage.address}#signatures)`],
        lacks: [eventsPage.address],
      })),
      {
        path: 'docs.json',
        holds: [`"source": "${eventsPage.address}"`],
        lacks: [`"${eventsPage.address.slice(1)}"`],
      },
    ],
  };
}
