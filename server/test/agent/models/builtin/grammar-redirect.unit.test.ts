import { describe, expect, test } from 'vitest';
import { readPrompt } from '../../../../src/agent/models/builtin/grammar/prompt.ts';
import { kinds, refusal, replace } from './instructions.ts';

const redirect = (from: string, to: string) => ({ kind: 'redirect', from, to });

describe('a redirect', () => {
  test.each<[string, ...object[]]>([
    ['Redirect /old to /new', redirect('/old', '/new')],
    ['Redirect `/old` to the Quickstart page', redirect('/old', 'Quickstart')],
    ['redirect /old to the page "Getting started".', redirect('/old', 'Getting started')],
    ['Redirect /old to Getting started', redirect('/old', 'Getting started')],
    ['Redirect readers from /old to docs/new.md#part', redirect('/old', 'docs/new.md#part')],
    ['Redirect the old address /old to https://example.com/x', redirect('/old', 'https://example.com/x')],
    ['Redirect /old -> /new', redirect('/old', '/new')],
    ['Add a redirect from /old to /new', redirect('/old', '/new')],
    ['Please create a redirect for /old/page to the page Getting started', redirect('/old/page', 'Getting started')],
    ['Set up a redirect from "old" to "Quickstart"', redirect('old', 'Quickstart')],
    ['Make /old redirect to /new', redirect('/old', '/new')],
    ['Point /old to /new', redirect('/old', '/new')],
    ['Redirect docs/old.md to docs/new.md', redirect('docs/old.md', 'docs/new.md')],
    ['Redirect /a and /b to /c', redirect('/a', '/c'), redirect('/b', '/c')],
    ['Redirect /a to /b and /c to /d', redirect('/a', '/b'), redirect('/c', '/d')],
    ['Redirect /a to Quickstart, /c to the FAQ page', redirect('/a', 'Quickstart'), redirect('/c', 'FAQ')],
    [
      'Add redirects from /a to /b, from /c to /d and from /e to /',
      ...'ab cd'.split(' ').map(pair),
      redirect('/e', '/'),
    ],
    ['Add these redirects: /a -> /b, /c -> /d', ...'ab cd'.split(' ').map(pair)],
    ['Redirect /a to /b. Redirect /c to /d', ...'ab cd'.split(' ').map(pair)],
  ])('%s', (prompt, ...expected) => {
    expect(readPrompt(prompt)).toEqual(expected);
  });

  test('may follow another instruction, but is not read inside a term', () => {
    expect(kinds('Fix broken links and redirect /a to /b')).toEqual(['fix', 'redirect']);
    expect(kinds('Redirect /a to /b and fix broken links')).toEqual(['redirect', 'fix']);
    expect(readPrompt('Rename search and redirect to find')).toEqual([replace('search and redirect', 'find')]);
  });

  test.each([
    [
      'Delete docs/a.md and redirect it to docs/b.md',
      { kind: 'delete-pages', pages: ['docs/a.md'], redirectTo: 'docs/b.md' },
    ],
    [
      'Delete the page Old things, redirecting to the FAQ page',
      { kind: 'delete-pages', pages: ['Old things'], redirectTo: 'FAQ' },
    ],
    [
      'Delete a.md and b.md and redirect them to /c',
      { kind: 'delete-pages', pages: ['a.md', 'b.md'], redirectTo: '/c' },
    ],
    ['Delete the folder old with a redirect to /c', { kind: 'delete-folders', folders: ['old'], redirectTo: '/c' }],
  ])('may be part of a deletion: %s', (prompt, expected) => {
    expect(readPrompt(prompt)).toEqual([expected]);
  });

  test.each([
    ['Redirect', 'redirect /old to <page>'],
    ['Redirect old to new', 'name the old address by its path'],
    ['Redirect /old', 'the target is missing'],
    ['Redirect /old to', 'the target is missing'],
    ['Add a redirect', 'name both addresses'],
    ['Delete docs/a.md and redirect it to /b and docs/c.md', 'Redirect <path> to <page>'],
  ])('%s is refused in two lines', (prompt, hint) => {
    const { message } = refusal(prompt);
    expect(message.split('\n')).toHaveLength(2);
    expect(message).toContain(hint);
  });

  function pair(letters: string) {
    return redirect(`/${letters[0]}`, `/${letters[1]}`);
  }
});
