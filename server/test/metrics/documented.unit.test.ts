import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openMetrics } from '../../src/metrics/open.ts';

const read = (file: string): string => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

interface Documented {
  name: string;
  kind: string;
  help: string;
}

/** Returns what a scrape says about each metric. */
async function scraped(): Promise<Documented[]> {
  const { text } = await openMetrics({ version: '1.2.3', costOf: () => undefined, clock: () => 0 }).read();
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\S+)$/gm)].map(([, name = '', help = '', kind = '']) => ({
    name,
    kind,
    help,
  }));
}

/** The rows of the tables of docs/metrics.md. */
function documented(): Documented[] {
  const rows = read('docs/metrics.md').matchAll(
    /^\| `(\w+)` \| (counter|gauge|histogram) \| (?:[^|]* \| )?([^|]+) \|$/gm,
  );
  return [...rows].map(([, name = '', kind = '', help = '']) => ({ name, kind, help }));
}

const byName = (left: Documented, right: Documented): number => (left.name < right.name ? -1 : 1);

test('the documentation has what a scrape has, and nothing else', async () => {
  expect(documented().toSorted(byName)).toEqual((await scraped()).toSorted(byName));
});

test.each(['alerts.yml', 'dashboard.json'])('%s queries only existing metrics', async (file) => {
  const suffixes = /_(?:bucket|count|sum)$/;
  const known = new Set((await scraped()).map(({ name }) => name));
  const asked = read(`server/monitoring/${file}`).match(/\b(?:copydesk|nodejs|process)_\w+/g) ?? [];
  expect(asked.length).toBeGreaterThan(10);
  expect(asked.filter((name) => !known.has(name) && !known.has(name.replace(suffixes, '')))).toEqual([]);
});
