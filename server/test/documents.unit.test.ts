import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import GithubSlugger from 'github-slugger';
import { describe, expect, test } from 'vitest';
import { formatNames } from '../src/analytics/import/formats/format.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

const read = (document: string) => readFileSync(path.join(root, document), 'utf8');

/**
 * Returns the paths in backticks. Those under `docs/` are examples of a reader's own files; files of this repository
 * are linked.
 */
function namedPaths(markdown: string): string[] {
  const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
  return [...prose.matchAll(/`((?:bench|chaos|client|contract|server|\.ci)\/[\w./-]+|rooms\.ts)`/g)].map(
    ([, named]) => named ?? '',
  );
}

/** Returns the targets of links within this repository. */
function links(markdown: string): string[] {
  const targets = [...markdown.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target ?? '');
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

function anchors(markdown: string): string[] {
  const slugger = new GithubSlugger();
  return [...markdown.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => slugger.slug(heading ?? ''));
}

describe.each(documents)('%s', (document) => {
  const markdown = read(document);

  test('names only paths that are there', () => {
    const missing = namedPaths(markdown).filter((named) => !existsSync(path.join(root, named)));
    expect(missing).toEqual([]);
  });

  test('links only to what is there', () => {
    const missing = links(markdown).filter((target) => {
      const [file = '', anchor] = target.split('#');
      const linked = file === '' ? document : path.join(path.dirname(document), file);
      if (!existsSync(path.join(root, linked))) return true;
      return anchor !== undefined && !anchors(read(linked)).includes(anchor);
    });
    expect(missing).toEqual([]);
  });
});

function settings(text: string): Set<string> {
  return new Set(
    [...text.matchAll(/\b(?:COPYDESK_(?!KEY|DEBUG)[A-Z_]+|DATABASE_(?:DIRECT_)?URL)\b/g)].map(([name]) => name),
  );
}

test('docs/settings.md names every setting that is read, and no other', () => {
  expect(settings(read('docs/settings.md').replace(/^`COPYDESK_KEY`.*/m, ''))).toEqual(
    settings(read('server/src/settings.ts')),
  );
});

test('docs/import.md names every format of a log', () => {
  const document = read('docs/import.md');
  expect(formatNames.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
});

test('CONTRIBUTING.md says in steps how to add what is often added', () => {
  const sections = read('CONTRIBUTING.md').split(/^## /m);
  for (const kind of ['kind of docs site', 'code host', 'log format', 'error code', 'setting']) {
    const section = sections.find((text) => text.startsWith(`A new ${kind}\n`)) ?? '';
    expect(section.match(/^\d\. /gm)?.length ?? 0, `the steps of a new ${kind}`).toBeGreaterThanOrEqual(4);
  }
});

test('every document is reached from the README', () => {
  const reached = new Set(links(read('README.md')).map((target) => target.split('#')[0]));
  for (const target of links(read('docs/decisions.md'))) reached.add(path.join('docs', target));
  expect(documents.filter((document) => document !== 'README.md' && !reached.has(document))).toEqual([]);
});
