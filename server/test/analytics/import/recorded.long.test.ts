import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Label, MadeRequest } from './recording/ask.ts';
import { countByHand } from './recording/hand-count.ts';
import { importRig } from './rig.ts';
import type { ImportRig } from './rig.ts';

let rig: ImportRig;
beforeAll(async () => (rig = await importRig()));
afterAll(async () => await rig[Symbol.asyncDispose]());

const fixture = (name: string): string => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url));

/** Returns what the client recorded about its requests: see fixtures/README.md. */
async function requestsOf(server: string): Promise<MadeRequest[]> {
  const said = z.custom<Label>();
  const Made = z.object({ line: z.string(), userAgent: z.string(), status: z.int(), label: said, withHeaders: said });
  return z.array(Made).parse(JSON.parse(await readFile(fixture(`${server}/requests.json`), 'utf8')));
}

/** A log without user agents cannot distinguish people from bots. */
const unnamed = ({ label }: MadeRequest): Label => ('as' in label ? { ...label, as: 'bot' } : label);
const plain = ({ label }: MadeRequest): Label => label;
const withHeaders = (request: MadeRequest): Label => request.withHeaders;

describe('logs of real web servers, imported twice, report the numbers that were counted by hand', () => {
  test.each([
    ['nginx', 'combined', 'combined', plain],
    ['nginx', 'main', 'combined', plain],
    ['nginx', 'vhost', 'combined', plain],
    ['nginx', 'common', 'combined', unnamed],
    ['nginx', 'json', 'jsonl', withHeaders],
    ['nginx', 'json-default', 'jsonl', withHeaders],
    ['apache', 'combined', 'combined', plain],
    ['apache', 'vhost', 'combined', plain],
    ['apache', 'common', 'combined', unnamed],
    ['caddy', 'access', 'caddy', withHeaders],
  ] as const)('%s, %s.log', async (server, log, format, label) => {
    const byHand = countByHand(await requestsOf(server), label);
    const project = await rig.newProject();
    const file = fixture(`${server}/${log}.log`);

    const first = await rig.run(project, [file]);
    expect(first.files).toMatchObject([{ format, error: undefined, unreadable: [] }]);
    const numbers = await rig.numbers(project);
    expect(numbers.pages).toEqual(byHand.pages);
    expect(numbers.missing).toEqual(byHand.missing);
    expect(first.readers.bot + first.readers.notFound).toBe(byHand.bots + sum(byHand.missing));

    const again = await rig.run(project, [file]);
    expect(again).toMatchObject({ lines: 0, accepted: 0 });
    expect(await rig.numbers(project)).toEqual(numbers);
  });
});

test('every line of a log is reported: what was counted, what not, and why', async () => {
  const requests = await requestsOf('nginx');
  const byHand = countByHand(requests, plain);
  const lines = (await readFile(fixture('nginx/combined.log'), 'utf8')).trimEnd().split('\n').length;
  const summary = await rig.run(await rig.newProject(), [fixture('nginx/combined.log')]);
  // The client's list has the pages that the browser requested; the rest are its style sheets and pictures.
  const unlisted = lines - requests.length;
  expect(summary.lines).toBe(lines);
  expect(summary.dropped).toEqual({ ...byHand.dropped, not_a_page: (byHand.dropped.not_a_page ?? 0) + unlisted });
});

function sum(counts: Record<string, { human: number; ai: number }>): number {
  return Object.values(counts).reduce((total, { human, ai }) => total + human + ai, 0);
}
