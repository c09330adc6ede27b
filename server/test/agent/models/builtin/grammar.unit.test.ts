import { describe, expect, test } from 'vitest';
import { forms } from '../../../../src/agent/models/builtin/grammar/nearest.ts';
import { readPrompt } from '../../../../src/agent/models/builtin/grammar/prompt.ts';
import { descriptions, fix, kinds, list, moveFolder, refusal, replace } from './instructions.ts';

describe('replacing', () => {
  test.each([
    ['Replace "Acme Cloud" with "Acme Platform"', replace('Acme Cloud', 'Acme Platform')],
    ['replace Acme with Nimbus.', replace('Acme', 'Nimbus')],
    ['Replace “Acme Cloud” by ‘Nimbus’', replace('Acme Cloud', 'Nimbus')],
    ['Replace `foo` with `bar`', replace('foo', 'bar')],
    ["Replace 'foo' with 'bar'", replace('foo', 'bar')],
    ['Replace «foo» with «bar»', replace('foo', 'bar')],
    ["Replace John's with Jane's", replace("John's", "Jane's")],
    ['Replace "say \\"hi\\"" with "wave"', replace('say "hi"', 'wave')],
    ['Replace Inc. with LLC', replace('Inc.', 'LLC')],
    ['Replace sign up with log in', replace('sign up', 'log in')],
    ['Rename Terms and Conditions to Legal', replace('Terms and Conditions', 'Legal')],
    ['Rename Acme to Nimbus', replace('Acme', 'Nimbus')],
    ['Change "colour" to "color"', replace('colour', 'color')],
    ['Change foo into bar', replace('foo', 'bar')],
    ['Swap foo for bar', replace('foo', 'bar')],
    ['Substitute foo with bar', replace('foo', 'bar')],
    ['Substitute bar for foo', replace('foo', 'bar')],
    ['Use "Nimbus" instead of "Acme"', replace('Acme', 'Nimbus')],
    ['Find foo and replace it with bar', replace('foo', 'bar')],
    ['Find and replace "foo" with "bar"', replace('foo', 'bar')],
    ['Replace all occurrences of the term foo with the word "bar"', replace('foo', 'bar')],
    ['Replace every mention of "foo" with "bar"', replace('foo', 'bar')],
    ['Replace "foo" -> "bar"', replace('foo', 'bar')],
    ['Update "v1" to "v2"', replace('v1', 'v2')],
    ['Please replace foo with bar, thanks!', replace('foo', 'bar')],
    ['Could you please rename foo to bar for me?', replace('foo', 'bar')],
    ['REPLACE "foo" WITH "bar"', replace('foo', 'bar')],
  ])('%s', (prompt, expected) => {
    expect(readPrompt(prompt)).toEqual([expected]);
  });

  test.each([
    ['in docs/guides', { within: 'docs/guides' }],
    ['in `docs/**/*.mdx`', { within: 'docs/**/*.mdx' }],
    ['in the guides folder', { within: 'guides' }],
    ['on the page "Quickstart"', { within: 'Quickstart' }],
    ['on the page Quickstart', { within: 'Quickstart' }],
    ['across the docs', {}],
    ['everywhere', {}],
    ['in all pages', {}],
    ['throughout the documentation', {}],
    ['in the whole repository', {}],
    ['including code', { includingCode: true }],
    ['including code blocks', { includingCode: true }],
    [', including the code,', { includingCode: true }],
    ['(including code)', { includingCode: true }],
    ['keep the case', { keepCase: true }],
    ['keeping the case', { keepCase: true }],
    ['and preserve case', { keepCase: true }],
    [
      'in docs/guides, including code and keep the case',
      { within: 'docs/guides', includingCode: true, keepCase: true },
    ],
    ['only in docs/guides', { within: 'docs/guides' }],
    ['just in the guides folder', { within: 'guides' }],
    ['in docs/guides only', { within: 'docs/guides' }],
    ['only on the page Getting started', { within: 'Getting started' }],
    ['on the Getting started page', { within: 'Getting started' }],
    ['on the Quickstart', { within: 'Quickstart' }],
    ['on the Quickstart page, including code', { within: 'Quickstart', includingCode: true }],
    ['but not in code', {}],
    ['except in code blocks', {}],
    [', leaving code alone,', {}],
    ['but not in docs/old', { except: ['docs/old'] }],
    ['in docs/x except docs/old and except for the page "FAQ"', { within: 'docs/x', except: ['docs/old', 'FAQ'] }],
    ['everywhere but not on the FAQ page', { except: ['FAQ'] }],
    [
      'including code, change logs and the blog but not in docs/old',
      { includingCode: true, including: ['changelog', 'post'], except: ['docs/old'] },
    ],
    ['in all versions', { including: ['version'] }],
    ['in the changelog', { within: 'changelog' }],
    ['keeping the case in docs/guides including code', { within: 'docs/guides', includingCode: true, keepCase: true }],
  ])('with the option %s', (option, expected) => {
    expect(readPrompt(`Replace "foo" with "bar" ${option}`)).toEqual([replace('foo', 'bar', expected)]);
    expect(readPrompt(`Rename foo to bar ${option}`)).toEqual([replace('foo', 'bar', expected)]);
  });

  test('a place may stand before the replacement', () => {
    expect(readPrompt('Replace "foo" everywhere with "bar"')).toEqual([replace('foo', 'bar')]);
    expect(readPrompt('Replace "foo" in docs/a.md with "bar"')).toEqual([
      replace('foo', 'bar', { within: 'docs/a.md' }),
    ]);
  });

  test('a path may name a page', () => {
    expect(readPrompt('Rename docs/a.md to docs/b.md')).toEqual([
      replace('docs/a.md', 'docs/b.md', { mayBePage: true }),
    ]);
  });
});

describe('the other instructions', () => {
  test.each<[string, object]>([
    ['Fix broken links', fix(true, false)],
    ['fix all the dead links in docs/guides', fix(true, false, { within: 'docs/guides' })],
    ['Repair links.', fix(true, false)],
    ['Correct broken anchors', fix(false, true)],
    ['Fix anchors', fix(false, true)],
    ['Fix broken links and anchors', fix(true, true)],
    ['Please fix any broken anchors and links across the docs', fix(true, true)],
    ['Fix broken links, including change logs', fix(true, false, { including: ['changelog'] })],
    ['List broken links', list(true, false)],
    ['List all the broken links and anchors in docs/guides', list(true, true, { within: 'docs/guides' })],
    ['Please show me any dead anchors', list(false, true)],
    ['Find broken links, including the blog', list(true, false, { including: ['post'] })],
    ['Which links are broken?', list(true, false)],
    ['Which links in docs/guides are broken?', list(true, false, { within: 'docs/guides' })],
    ['Are there any broken links or anchors?', list(true, true)],
    ['Add missing titles', { kind: 'add-missing', titles: true, descriptions: false }],
    [
      'Fill in the missing descriptions in docs',
      { kind: 'add-missing', titles: false, descriptions: true, within: 'docs' },
    ],
    ['Add missing titles and descriptions', { kind: 'add-missing', titles: true, descriptions: true }],
    ['Fix missing titles', { kind: 'add-missing', titles: true, descriptions: false }],
    ['Add a description to all pages in guides', { ...descriptions, within: 'guides' }],
    ['Add descriptions to every page', descriptions],
    ['Add a title and a description to the page "FAQ"', { ...descriptions, titles: true, within: 'FAQ' }],
    [
      'Add descriptions to the pages in docs, but not in docs/old',
      { ...descriptions, within: 'docs', except: ['docs/old'] },
    ],
    ['Add missing descriptions only in docs/guides', { ...descriptions, within: 'docs/guides' }],
    ['Fix broken links except in docs/old', fix(true, false, { except: ['docs/old'] })],
    ['Normalise headings on the Getting started page', { kind: 'normalise-headings', within: 'Getting started' }],
    ['Add descriptions where missing', { kind: 'add-missing', titles: false, descriptions: true }],
    ['Normalise headings', { kind: 'normalise-headings' }],
    ['normalize the headings on the page "FAQ"', { kind: 'normalise-headings', within: 'FAQ' }],
    ['Fix heading levels', { kind: 'normalise-headings' }],
    ['Make the headings consistent', { kind: 'normalise-headings' }],
    ['Sort the navigation', { kind: 'sort-navigation' }],
    ['sort nav alphabetically', { kind: 'sort-navigation' }],
    ['Order the sidebar entries by title', { kind: 'sort-navigation' }],
    ['Move docs/a.md to docs/b.md', { kind: 'move-page', page: 'docs/a.md', to: 'docs/b.md', intoFolder: false }],
    [
      'Move the page Getting started to guides/start',
      { kind: 'move-page', page: 'Getting started', to: 'guides/start', intoFolder: false },
    ],
    ['Move a.md into the guides folder', { kind: 'move-page', page: 'a.md', to: 'guides', intoFolder: true }],
    ['Rename the page "A" to docs/b.md', { kind: 'move-page', page: 'A', to: 'docs/b.md', intoFolder: false }],
    ['Move the folder guides/old to guides/new', { ...moveFolder('guides/old', 'guides/new') }],
    ['Move the "old things" folder into the guides folder', { ...moveFolder('old things', 'guides'), into: true }],
    ['Rename the folder old to new', { ...moveFolder('old', 'new'), renaming: true }],
    ['Delete the folder docs/old', { kind: 'delete-folders', folders: ['docs/old'] }],
    ['Remove the folders a, "b c" and d', { kind: 'delete-folders', folders: ['a', 'b c', 'd'] }],
    ['Delete docs/old/', { kind: 'delete-folders', folders: ['docs/old/'] }],
    ['Delete docs/a.md', { kind: 'delete-pages', pages: ['docs/a.md'] }],
    ['Remove the page "Old things"', { kind: 'delete-pages', pages: ['Old things'] }],
    ['Delete the Old things page', { kind: 'delete-pages', pages: ['Old things'] }],
    ['Delete docs/a.md, docs/b.md and the page C', { kind: 'delete-pages', pages: ['docs/a.md', 'docs/b.md', 'C'] }],
    ['Add a page "Hello" at docs/hello.md', { kind: 'add-page', title: 'Hello', path: 'docs/hello.md' }],
    [
      'Create a new page called Release notes at changelog',
      { kind: 'add-page', title: 'Release notes', path: 'changelog' },
    ],
    [
      'Add the page docs/x.md titled "X" after "Intro"',
      { kind: 'add-page', title: 'X', path: 'docs/x.md', after: 'Intro' },
    ],
    [
      'Add a page "Hello" at docs/hello.md after docs/intro.md with the text "Hi. Fix broken links"',
      { kind: 'add-page', title: 'Hello', path: 'docs/hello.md', after: 'docs/intro.md', text: 'Hi. Fix broken links' },
    ],
  ])('%s', (prompt, expected) => {
    expect(readPrompt(prompt)).toEqual([expected]);
  });

  test('the text of a page without quotes is the whole rest of the prompt, whatever it contains', () => {
    const text = '# Hi\n\n- Fix broken links\n\nReplace a with b; done.';
    expect(readPrompt(`Add a page "Hi" at hi.md with the text:\n\n${text}`)).toEqual([
      { kind: 'add-page', title: 'Hi', path: 'hi.md', text },
    ]);
  });
});

describe('several instructions in one prompt', () => {
  test.each([
    ['Fix broken links\nSort the navigation'],
    ['Fix broken links and sort the navigation'],
    ['Fix broken links, then sort the navigation.'],
    ['Fix broken links; sort the navigation'],
    ['Fix broken links. Sort the navigation.'],
    ['Fix broken links, and then please also sort the navigation'],
    ['- Fix broken links\n- Sort the navigation'],
    ['1. Fix broken links\n2) Sort the navigation'],
    ['* [ ] Fix broken links.\n* [x] Sort the navigation.'],
    ['Hi!\n\nPlease do the following:\n\n• Fix broken links\n• Sort the navigation\n\nThank you!'],
    ['First, fix broken links. Finally, sort the navigation. Thanks a lot!'],
    ['fix broken links AND SORT THE NAVIGATION'],
    ['Fix broken links\r\nSort the navigation\r\n'],
  ])('%j', (prompt) => {
    expect(kinds(prompt)).toEqual(['fix', 'sort-navigation']);
  });

  test('a list may be requested in addition', () => {
    expect(kinds('Sort the navigation and list the broken links')).toEqual(['sort-navigation', 'list-problems']);
    expect(readPrompt('Rename search and list to find')).toEqual([replace('search and list', 'find')]);
  });

  test('an instruction may continue over a line break', () => {
    expect(readPrompt('Replace "foo" with\n"bar"\nin docs/guides')).toEqual([
      replace('foo', 'bar', { within: 'docs/guides' }),
    ]);
  });

  test('connecting words in quotes do not split a prompt', () => {
    expect(readPrompt('Replace "a and delete b" with "c; sort the navigation"')).toEqual([
      replace('a and delete b', 'c; sort the navigation'),
    ]);
  });
});

describe('what is not understood', () => {
  test.each([
    ['make it pop', 'make it pop'],
    ['Fix typos', 'Fix typos'],
    ['List the links', 'List the links'],
    ['Show me the pages', 'Show me the pages'],
    ['Remove foo', 'Remove foo'],
    ['Fix broken links\nasdf', 'asdf'],
    ['Fix broken links and make it pop', 'Fix broken links and make it pop'],
    ['Sort the navigation. Write a poem about docs.', 'Write a poem about docs'],
    ['Replace foo with bar and make it pop', 'Replace foo with bar and make it pop'],
    ['Change the title of the home page to Welcome', 'Change the title of the home page to Welcome'],
    ['Replace the old screenshots with new ones', 'Replace the old screenshots with new ones'],
    ['Change everything to lower case', 'Change everything to lower case'],
    ['Rename Welcome to Acme to Welcome to Nimbus', 'Rename Welcome to Acme to Welcome to Nimbus'],
    ['Replace "a" with "b" and to "c"', 'Replace \\"a\\" with \\"b\\" and to \\"c\\"'],
    ['Rename A to B and B to A', 'Rename A to B and B to A'],
    ['Rename A to B and C and D to E', 'Rename A to B and C and D to E'],
    ['Rename A to B and c', 'Rename A to B and c'],
    ['Replace "" with "b"', 'Replace \\"\\" with \\"b\\"'],
    ['Rename the page "A" to "B"', 'Rename the page \\"A\\" to \\"B\\"'],
    ['Add a page about caching', 'Add a page about caching'],
    ['Update docs to v2', 'Update docs to v2'],
    ['Thanks!', 'Thanks!'],
    ['???', '???'],
    ['𝒻𝒾𝓍 𝓁𝒾𝓃𝓀𝓈', '𝒻𝒾𝓍 𝓁𝒾𝓃𝓀𝓈'],
  ])('%j', (prompt, part) => {
    const error = refusal(prompt);
    expect(error.code).toBe('instruction_not_understood');
    expect(error.message).toContain(`"${part}"`);
    expect(error.message).toContain('COPYDESK_MODEL');
    expect(error.message).toContain('/docs/models');
  });

  test('a prompt of more than 500 instructions', () => {
    const most = Array.from({ length: 500 }, () => 'Fix broken links').join('\n');
    expect(readPrompt(most)).toHaveLength(500);
    expect(refusal(`${most}\nFix broken links`).message).toContain('it has more than 500 instructions');
  });

  test.each([
    ['Fix brokn link', 'Fix broken links'],
    ['repair all the broken ankers', 'Fix broken anchors'],
    ['Show broken stuff', 'List broken links'],
    ['Replase "foo" with "bar"', 'Replace "A" with "B"'],
    ['Rename foo bar', 'Rename A to B'],
    ['Change the title of the home page to Welcome', 'Rename A to B'],
    ['Mov guides/a.md to guides/b.md', 'Move <page> to <path>'],
    ['Move the foldr guides/a/b to guides/b somehow', 'Move the folder <path> to <path>'],
    ['Delete foo', 'Delete <page>'],
    ['Add a page about caching', 'Add a page "Title" at <path>'],
    ['Write missing descripions', 'Add missing descriptions'],
    ['Add a descripton to all pages in guides', 'Add a description to all pages in <folder>'],
    ['Normalise the headngs', 'Normalise headings'],
    ['Sort my navigaton please', 'Sort the navigation'],
  ])('%j is nearest to %j, reported in two lines', (prompt, form) => {
    const lines = refusal(prompt).message.split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`nothing was changed. The most similar form: ${form}.`);
    expect(lines[1]).toContain('/docs/copyeditor');
  });

  test('every form that the error message names is understood', () => {
    const examples = Object.values(forms).map(({ form }) =>
      form.replace('"A"', '"foo"').replace('"B"', '"bar"').replaceAll(/<\w+>/g, 'docs/x'),
    );
    expect(examples.map((example) => readPrompt(example).length)).toEqual(examples.map(() => 1));
  });

  test('a long part is cut in the error message', () => {
    expect(refusal('x'.repeat(32_000)).message.length).toBeLessThan(1_000);
    expect(refusal('𝒳'.repeat(32_000)).message.isWellFormed()).toBe(true);
  });

  test.each([
    ['"'],
    ["'a "],
    ['“ ‘ « '],
    ['and '],
    ['please '],
    ['replace a with '],
    ['add page with the '],
    ['- '],
    ['\n'],
    ['('],
    ['.'],
    ['delete a.md, '],
  ])('32,000 characters of %j are read without hanging', (part) => {
    expect(refusal(part.repeat(32_000 / part.length)).code).toBe('instruction_not_understood');
  });
});
