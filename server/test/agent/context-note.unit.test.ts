import { expect, test } from 'vitest';
import { withContext, withoutContext } from '../../src/agent/notes/context-note.ts';

const place = { path: 'docs/guide.md', line: 5, excerpt: '-Run it.\n+Start it.\n\n' };

test('adds where something was written, with the lines beside it', () => {
  expect(withContext('shorter', place)).toBe(
    'shorter\n\n(Context, added by Copydesk: this was written at docs/guide.md, line 5, beside these lines of the pull request.)\n> -Run it.\n> +Start it.',
  );
  expect(withContext('shorter', { path: 'a.md', line: null, excerpt: '' })).toBe(
    'shorter\n\n(Context, added by Copydesk: this was written at a.md.)',
  );
});

test.each([
  ['lines', place],
  ['no lines', { ...place, excerpt: '' }],
  ['no line', { path: 'a.md', line: null, excerpt: '+a\n\n+b' }],
  ['a note in the lines', { ...place, excerpt: `+a\n\n(Context, added by Copydesk: this was written at b.md.)` }],
  ['a strange name', { ...place, path: 'a\n> b.)\nc.md' }],
])('the original text is found again: %s', (_, at) => {
  for (const said of ['Fix broken links', withContext('Fix anchors', place), 'a\n\n> b']) {
    expect(withoutContext(withContext(said, at))).toBe(said);
  }
});

test('text that a person wrote stays', () => {
  const written = `${withContext('Fix broken links', place)}\nand the anchors`;
  expect(withoutContext(written)).toBe(written);
});
