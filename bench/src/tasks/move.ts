import { quickstartPage } from './pages.ts';
import { call, ending, type Task } from './task.ts';

const madePage = { path: 'en/start/quickstart.mdx', address: '/en/start/quickstart' };
const linking = [11, 31, 51, 71, 91, 111].map((page) => `en/section-${Math.floor(page / 24)}/page-${page}.mdx`);

/** A page gets another address, and the old one redirects there. */
export function moveTask(): Task {
  const end = ending('Move the quickstart to its folder', 'Readers look for it at the start.');
  const { path: from, address } = quickstartPage;
  return {
    name: 'a page moved, with redirect',
    prompt: `Move ${from} to ${madePage.path}, with a redirect.`,
    ideal: { requests: 2, written: 100 },
    now: [{ words: 'I move it.', calls: [call('move_file', { from, to: madePage.path })] }, ...end],
    before: [
      { words: 'I move it.', calls: [call('move_file', { from, to: madePage.path, redirect: false })] },
      {
        words: 'I lead readers on.',
        calls: [call('add_redirect', { from: address, to: madePage.address })],
      },
      { words: 'I check the docs.', calls: [call('check_docs', {})] },
      ...end,
    ],
    expected: [
      { path: from, isGone: true },
      { path: madePage.path, holds: ['## Install'] },
      ...linking.map((path) => ({ path, holds: [`(${madePage.address})`], lacks: [address] })),
      {
        path: 'docs.json',
        holds: [`"source": "${address}"`, `"${madePage.address.slice(1)}"`],
        lacks: [`"${address.slice(1)}"`],
      },
    ],
  };
}
