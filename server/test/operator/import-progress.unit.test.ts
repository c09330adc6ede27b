import { expect, test } from 'vitest';
import { openImportProgress } from '../../src/operator/output/import-progress.ts';
import { keptTerminal } from './terminal-stub.ts';

const imported = {
  file: 'access.log',
  format: 'combined' as const,
  lines: 1_234,
  linesBefore: 0,
  accepted: 1_000,
  duplicates: 0,
  ignored: 0,
  dropped: {},
  readers: { human: 0, ai: 0, bot: 0, notFound: 0 },
  likelyFetchedAhead: 0,
  unreadable: [],
  unfinished: false,
  error: undefined,
};

function open(options: { interactive: boolean; follow?: boolean; columns?: number }) {
  const { terminal, written } = keptTerminal(options);
  terminal.colours.err = false;
  let at = 0;
  const progress = openImportProgress(terminal, () => new Date(at), { follow: options.follow ?? false });
  return { progress, written, wait: (milliseconds: number) => (at += milliseconds) };
}

const erase = '\r\u{1B}[2K';

test('a terminal shows a progress bar with its speed and the time left', () => {
  const { progress, written, wait } = open({ interactive: true });
  progress.progress({ file: 'access.log', read: 0, total: 8_000, lines: 0, accepted: 0 });
  wait(2_000);
  progress.progress({ file: 'access.log', read: 2_000, total: 8_000, lines: 10_000, accepted: 9_000 });
  wait(50);
  progress.progress({ file: 'access.log', read: 2_100, total: 8_000, lines: 10_500, accepted: 9_500 });
  progress.file(imported);
  progress.end();
  expect(written.err).toBe(
    `${erase}access.log  [██████                  ]  25%  10,000 lines  5,000/s  0:06 left` +
      `${erase}access.log: combined, 1,234 lines, 1,000 counted\n${erase}`,
  );
  expect(written.out).toBe('');
});

test('the line is cut to the width of the terminal, and without a total there is no bar', () => {
  const { progress, written, wait } = open({ interactive: true, columns: 20 });
  wait(1_000);
  progress.progress({ file: '-', read: 10, total: undefined, lines: 5, accepted: 5 });
  wait(1_000);
  progress.progress({ file: '-', read: 20, total: undefined, lines: 123_456, accepted: 5 });
  expect(written.err).toBe(`${erase}-  5 lines  0/s${erase}-  123,456 lines  1…`);
});

test('without a terminal an import is reported every ten seconds, and a followed log once a minute', () => {
  const pipe = open({ interactive: false });
  for (let second = 0; second < 25; second += 1) {
    pipe.progress.progress({ file: 'access.log', read: second, total: 100, lines: 10 * second, accepted: 0 });
    pipe.wait(1_000);
  }
  pipe.progress.file({ ...imported, format: undefined });
  pipe.progress.end();
  expect(pipe.written.err).toBe(
    'access.log  10%  100 lines  10/s  1:30 left\naccess.log  20%  200 lines  10/s  1:20 left\n' +
      'access.log: nothing to read\n',
  );

  const service = open({ interactive: false, follow: true });
  for (let second = 0; second < 150; second += 1) {
    service.progress.progress({ file: 'access.log', read: 1, total: 2, lines: second, accepted: second });
    service.wait(1_000);
  }
  expect(service.written.err).toBe(
    'Following access.log: 60 lines, 60 counted\nFollowing access.log: 120 lines, 120 counted\n',
  );
});
