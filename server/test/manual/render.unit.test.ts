import { expect, test } from 'vitest';
import { highlight } from '../../src/manual/markdown/highlight.ts';
import { renderPage, sectionsOf } from '../../src/manual/markdown/render.ts';

const place = { slug: 'guide', base: '/desk/docs' };
const render = (markdown: string): string => renderPage(markdown, place).body.markup;

test('headings have unique ids, and all but the title link to themselves', () => {
  const { body, headings } = renderPage('# Title\n\n## Set `it` up\n\n## Set it up\n', place);
  expect(headings).toEqual([
    { level: 1, text: 'Title', id: 'title' },
    { level: 2, text: 'Set it up', id: 'set-it-up' },
    { level: 2, text: 'Set it up', id: 'set-it-up-1' },
  ]);
  expect(body.markup).toContain('<h1 id="title">Title</h1>');
  expect(body.markup).toContain('<a class="anchor" href="#set-it-up-1" aria-label="Link to “Set it up”">#</a></h2>');
});

test('code has a button that copies it, and is escaped', () => {
  const markup = render('```bash\necho "<b>" # says\n```\n\n```\nplain & simple\n```\n');
  expect(markup).toContain(
    '<code id="code-1">echo <span class="string">&quot;&lt;b&gt;&quot;</span> <span class="comment"># says</span></code>',
  );
  expect(markup).toContain('<copy-button for="code-1">');
  expect(markup).toContain('<code id="code-2">plain &amp; simple</code>');
});

test('tables scroll on their own, and their cells are aligned without a style attribute', () => {
  const markup = render('| a | b |\n| --- | ---: |\n| 1 | 2 |\n');
  expect(markup).toContain('<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>');
  expect(markup).toContain('<td align="right">2</td>');
  expect(markup).not.toContain('style=');
});

test('pictures within HTML are found as well', () => {
  expect(
    render('<picture>\n<source srcset="./pictures/a.png" />\n<img src="./pictures/b.png" alt="B" />\n</picture>\n'),
  ).toContain('<source srcset="/desk/docs/pictures/a.png" />\n<img src="/desk/docs/pictures/b.png" alt="B" />');
});

test('sections contain the words below their headings, including those of tables and code', () => {
  const sections = sectionsOf('# A\n\nFirst *words*.\n\n## B\n\n| c |\n| --- |\n| d |\n\n```\ne\n```\n');
  expect(sections).toEqual([
    { level: 1, text: 'A', id: 'a', words: 'First words. ' },
    { level: 2, text: 'B', id: 'b', words: 'c d e\n ' },
  ]);
});

test.each([
  ['json', '{"a": "b", "c": 1}', ['name:"a"', 'string:"b"', 'name:"c"', 'number:1']],
  ['js', "const a = 'b'; // c", ['word:const', "string:'b'", 'comment:// c']],
  ['yaml', 'a: 1 # b\n- c: "d"', ['name:a', 'number:1', 'comment:# b', 'name:- c', 'string:"d"']],
  ['html', '<a href="b">c</a>', ['word:<a', 'name:href', 'string:"b"', 'word:>', 'word:</a', 'word:>']],
  ['bash', "export A=$B; curl -sS 'c' # d", ['word:export', 'name:$B', 'number:-sS', "string:'c'", 'comment:# d']],
  ['toml', '[a]\nb = "c"', ['word:[a]', 'name:b', 'string:"c"']],
  ['unknown', '<a>', []],
])('%s is distinguished', (language, code, expected) => {
  const decoded = highlight(code, language).replaceAll('&quot;', '"').replaceAll('&#39;', "'");
  const text = decoded.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  const found = [...text.matchAll(/<span class="(\w+)">([\s\S]*?)<\/span>/g)].map(
    ([, name, part]) => `${name}:${part}`,
  );
  expect(found).toEqual(expected);
  expect(text.replaceAll(/<\/?span[^>]*>/g, '')).toBe(code);
});

test('long hostile lines are highlighted in short time', () => {
  for (const language of ['bash', 'json', 'js', 'yaml', 'html', 'toml']) {
    const long = `${'"'.repeat(20_001)} ${'- a'.repeat(5_000)} ${'<'.repeat(20_000)}`;
    expect(highlight(long, language)).toContain('&lt;');
  }
});
