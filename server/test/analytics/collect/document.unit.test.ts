import { readFileSync } from 'node:fs';
import { dropReasons } from '@copydesk/contract';
import { fileKinds } from '@copydesk/tracker/views';
import { expect, test } from 'vitest';

const document = readFileSync(new URL('../../../../docs/page-views.md', import.meta.url), 'utf8');

/** Returns the text from a heading to the next one. */
function section(heading: string): string {
  const [, after = ''] = document.split(`## ${heading}\n`);
  return after.split('\n## ')[0] ?? '';
}

test('every reason for which an event is dropped is explained, and no other', () => {
  const explained = [...section('What is not counted').matchAll(/^\| `(\w+)` \|/gm)].map(([, reason]) => reason);
  expect(explained).toEqual(Object.keys(dropReasons));
});

const pageWhen = {
  nothing: 'always',
  request: 'the request asks for a page, or the reply is one',
  answer: 'the reply is a page',
  navigation: 'a browser opens it (`Sec-Fetch-Dest: document`), and the reply has no other type',
};

test('the kinds of files are reported as they are in the code', () => {
  const [, after = ''] = section('What is a view').split('| Kind | Ends in | Is a page when |\n| --- | --- | --- |\n');
  const [reported = ''] = after.split('\n\n');
  const rows = fileKinds.map(({ name, names = [], folders = [], endings, needs }) => {
    const below = folders.map((folder) => `/${folder}/…`);
    const ends = [...names, ...below, ...endings.map((ending) => `.${ending}`)].map((end) => `\`${end}\``);
    return `| ${name} | ${ends.join(' ')} | ${pageWhen[needs]} |`;
  });
  expect(reported.split('\n')).toEqual(rows);
});
