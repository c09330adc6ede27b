import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openByteCount } from '../../src/operator/output/byte-count.ts';
import { openStatusLine, whileWaiting } from '../../src/operator/output/status-line.ts';
import { keptTerminal } from './terminal-stub.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const erase = '\r\u{1B}[2K';
const now = () => new Date();
const text = (seconds: number) => `Fetching … ${seconds.toFixed(0)} s`;

test('a terminal shows a line that is redrawn each second, cut to its width, and cleared at the end', () => {
  const { terminal, written } = keptTerminal({ interactive: true, columns: 12 });
  const status = openStatusLine(terminal, text, { now, json: true });
  vi.advanceTimersByTime(2_000);
  status.end();
  status.end();
  vi.advanceTimersByTime(2_000);
  expect(written).toEqual({ out: '', err: `${erase}Fetching … …${erase}Fetching … …${erase}` });
});

test('without a terminal a line is printed every half minute, and with --json none', () => {
  const reported = keptTerminal();
  const scripted = keptTerminal();
  const lines = [
    openStatusLine(reported.terminal, text, { now, json: false }),
    openStatusLine(scripted.terminal, text, { now, json: true }),
  ];
  vi.advanceTimersByTime(61_000);
  for (const line of lines) line.end();
  expect(reported.written.err).toBe('Fetching … 30 s\nFetching … 60 s\n');
  expect(scripted.written.err).toBe('');
});

test('a byte count shows the amount, the speed and the current part', () => {
  const { terminal, written } = keptTerminal();
  const count = openByteCount(terminal, 'read', { now, json: false });
  count.add('view_day', 45_000_000);
  count.add('job', 15_000_000);
  vi.advanceTimersByTime(30_000);
  count.end();
  expect(written.err).toBe('60.0 MB read, 2 MB/s: job\n');
  expect(count.megabytes()).toBe('60.0');
});

async function fail(): Promise<never> {
  await vi.advanceTimersByTimeAsync(1_000);
  throw new Error('it is gone');
}

test('a failed wait clears its line', async () => {
  const { terminal, written } = keptTerminal({ interactive: true });
  await expect(whileWaiting({ terminal, now }, { what: 'Fetching', json: false }, fail)).rejects.toThrow('it is gone');
  expect(written.err).toBe(`${erase}Fetching … 1 s${erase}`);
});
