import { readFile } from 'node:fs/promises';
import { openJudge } from '../src/analytics/classify/judge.ts';
import { releasedRules } from '../src/analytics/classify/rules/rules.ts';
import { browsers, linesOf } from '../test/analytics/classify/corpora.ts';
import { compareList } from './reader-rules/compare.ts';
import { readList } from './reader-rules/list.ts';

/**
 * `npm run refresh-rules -- <file or https address>…`: prints what public lists of AI readers contain and the rules do
 * not. It changes nothing: a person looks at each rule, with the statement of its operator, and pastes it into
 * `server/src/analytics/classify/rules`. Exits with 1 when a list cannot be read.
 */
const judge = openJudge(releasedRules());
const day = new Date().toISOString().slice(0, 10);
const people = [...browsers(), ...linesOf('people.txt')];
for (const place of process.argv.slice(2)) {
  const text = place.startsWith('https://') ? await download(place) : await readFile(place, 'utf8');
  const list = readList(text);
  const { missing, contested, refused, gone } = compareList(list, { judge, date: day, people });
  console.log(`${place}: ${list.entries.length} readers for AI (${list.source}, ${list.licence})`);
  tell('to be added', missing, (group) => JSON.stringify({ ...group, licence: list.licence }));
  tell('bots by a rule here', contested, ({ agent, rule }) => `${agent}: ${rule}`);
  tell('refused', refused, ({ agent, why }) => `${agent}: ${why}`);
  tell('no more in the list', gone, ({ id, agent, date }) => `${agent}: ${id}, looked at on ${date}`);
}

function tell<Item>(title: string, items: readonly Item[], line: (item: Item) => string): void {
  console.log(`\n${title}: ${items.length}`);
  for (const item of items) console.log(`  ${line(item)}`);
}

async function download(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
  if (!response.ok) throw new Error(`${address} answered ${response.status}.`);
  return await response.text();
}
