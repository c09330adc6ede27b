import { describe, expect, it } from 'vitest';
import { contents, testDocs } from '../support.ts';

const { problems, introduced, site } = testDocs();

const files = {
  'docs/docfx.json': JSON.stringify({
    metadata: [{ src: '../src', dest: 'api' }],
    build: {
      content: [
        { files: ['**/*.{md,yml}'], exclude: ['_site/**', 'includes/**'] },
        { src: '../more', files: ['*.md'], dest: 'extra' },
      ],
      resource: [{ files: ['images/**'] }],
      sitemap: { baseUrl: 'https://example.com/product' },
    },
  }),
  'docs/.openpublishing.redirection.json': JSON.stringify({
    redirections: [{ source_path: 'articles/old.md', redirect_url: '/articles/start' }],
  }),
  'docs/toc.yml':
    '\ufeff- name: Home\n  href: index.md\n- name: Articles\n  href: articles/\n- name: API\n  href: api/\n',
  'docs/articles/toc.yml':
    'items:\n- name: Start\n  href: start.md\n  items:\n  - name: Next\n    href: ~/articles/next.md\n- href: ../index.md\n- name: Out\n  href: https://example.com\n',
  'docs/index.md': '# Home\n\n[a](articles/start.md) [b](~/articles/next.md#one-more) [c](../more/extra.md)\n',
  'docs/articles/start.md':
    '---\nuid: start-here\n---\n# Start\n\n# [Windows](#tab/windows)\n\nText\n\n***\n\n> [!NOTE]\n> [a](..\\index.md) [b](xref:second?text=x) <xref:System.String> [c](old.md)\n',
  'docs/articles/next.md':
    '---\nuid: second\n---\n# Next\n\n## One more\n\n[!INCLUDE [x](../includes/part.md)]\n[!code-csharp[Main](code.cs#setup)]\n[a](../api/index.md) <xref:start-here> ![i](~/images/i.png)\n',
  'docs/articles/code.cs': '  #region Setup\r\nvar a = 1;\r\n#endregion\r\n// <tagged>\n// </tagged>\n',
  'docs/includes/part.md': 'Words\n',
  'docs/images/i.png': 'x',
  'more/extra.md': '# Extra\n',
};

function withPage(text: string) {
  return { ...files, 'docs/articles/start.md': `---\nuid: start-here\n---\n# Start\n\n## One two\n\n${text}\n` };
}

describe('DocFX', () => {
  it('is recognised by docfx.json, with its files of other folders', async () => {
    const found = await site(files, 'docs').site();
    expect(found).toMatchObject({ kind: 'docfx', root: 'docs' });
    expect((await site(files).site()).pages).toEqual([
      'docs/articles/next.md',
      'docs/articles/start.md',
      'docs/index.md',
      'more/extra.md',
    ]);
    expect(await problems(files)).toEqual([]);
  });

  it('gives pages their addresses', async () => {
    expect(await site(files).address('docs/articles/start.md')).toBe('/articles/start.html');
    expect(await site(files).address('docs/index.md')).toBe('/');
    expect(await site(files).address('more/extra.md')).toBe('/extra/extra.html');
  });

  it.each([
    ['[a](gone.md)', 'link-broken gone.md'],
    ['[a](~/gone.md)', 'link-broken ~/gone.md'],
    ['[a](~/next.md)', 'link-broken ~/next.md → ~/articles/next.md'],
    ['[a](..\\gone.md)', 'link-broken ..\\gone.md'],
    ['[a](next)', 'link-broken next → next.md'],
    ['[a](/articles/next.html)', undefined],
    ['[a](/product/articles/gone.html)', 'link-broken /product/articles/gone.html'],
    ['[a](~/api/Some.Type.yml) [b](../api/Some.Type-1.html#x)', undefined],
    ['[a](some/Some.Type.yml)', 'link-broken some/Some.Type.yml'],
    ['[a](../index.md#gone)', 'anchor-broken ../index.md#gone'],
    ['[a](#one-two) [b](#tab/x)', undefined],
    ['[a](xref:gone)', 'link-broken xref:gone'],
    ['<xref:gone>', 'link-broken xref:gone'],
    ['[a](xref:System.Collections.Generic.List`1)', undefined],
    ['[!code[a](code.cs#setup)] [!code[a](code.cs?name=SETUP&highlight=1)] [!code[a](code.cs#tagged)]', undefined],
    ['[!code[a](code.cs#L1-L2)] [!code[a](code.cs?range=1-2)]', undefined],
    ['[!code[a](code.cs#any)]', 'include-missing code.cs#any'],
    ['[!code-csharp[](code.cs?name=any)]', 'include-missing code.cs?name=any'],
    ['[!code[a](gone.cs?range=1-2)]', 'include-missing gone.cs'],
    ['[!INCLUDE [a](~/includes/gone.md)]', 'include-missing ~/includes/gone.md'],
  ])('judges %s', async (text, problem) => {
    const found = await problems(withPage(text));
    expect(found.map((one) => one.replace(/^\S+ /, ''))).toEqual(problem === undefined ? [] : [problem]);
  });

  it('treats generated program descriptions as another site, by name or by file', async () => {
    const text = '[a](~/api/Some.Type.yml) [b](/api/Some.html) <xref:Some.Type>';
    const { coverage } = await site(withPage(text)).check(['docs/articles/start.md']);
    expect(coverage).toMatchObject({ links: 0, notJudged: [] });
  });

  it('finds links to a removed uid, and entries of a removed page', async () => {
    const { 'docs/articles/next.md': _gone, ...without } = files;
    expect(await introduced(files, without)).toEqual([
      'docs/articles/start.md:13 link-broken xref:second?text=x',
      'docs/articles/toc.yml:6 navigation-missing-page ~/articles/next.md',
      'docs/index.md:3 link-broken ~/articles/next.md#one-more',
    ]);
  });

  it('moves a page with its links and entries', async () => {
    const edits = contents(await site(files).planMove('docs/articles/next.md', 'docs/deep/down/next.md'));
    expect(edits['docs/deep/down/next.md']).toContain(
      '[!INCLUDE [x](../../includes/part.md)]\n[!code-csharp[Main](../../articles/code.cs#setup)]',
    );
    expect(edits['docs/deep/down/next.md']).toContain('<xref:start-here> ![i](~/images/i.png)');
    expect(edits['docs/index.md']).toContain('[b](~/deep/down/next.md#one-more)');
    expect(edits['docs/articles/toc.yml']).toContain('href: ~/deep/down/next.md');
    const moved = contents(await site(files).planMove('docs/index.md', 'docs/start/index.md'));
    expect(moved['docs/articles/start.md']).toContain('[a](..\\start\\index.md)');
    expect(moved['docs/toc.yml']).toBe(files['docs/toc.yml'].replace('index.md', 'start/index.md'));
  });

  it('deletes and adds pages in tables of contents', async () => {
    const deleted = contents(await site(files).planDelete('docs/articles/next.md'));
    expect(deleted['docs/articles/toc.yml']).not.toContain('Next');
    expect(deleted['docs/articles/start.md']).toContain(') b <xref:System.String>');
    const added = contents(await site(files).planAdd('docs/articles/more.md', 'More: all'));
    expect(added['docs/articles/toc.yml']).toContain('  href: start.md\n');
    expect(added['docs/articles/toc.yml']).toContain('name: "More: all"');
    expect(await problems({ ...files, ...added, 'docs/articles/more.md': '# More\n' })).toEqual([]);
  });
});
