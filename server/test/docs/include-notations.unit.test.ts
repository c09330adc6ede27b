import { describe, expect, it } from 'vitest';
import {
  includeNotations as notationsOfKinds,
  includesOf as includesBy,
  roughIncludes,
  type IncludeNotation,
} from '../../src/docs/parts/notations.ts';
import { resolveInclude } from '../../src/docs/parts/resolve-include.ts';
import { indexPaths } from '../../src/docs/text/paths.ts';
import { mkdocs } from '../../src/docs/kinds/mkdocs/mkdocs.ts';
import { siteOf } from '../../src/docs/site/site.ts';

const includeNotations: Record<string, IncludeNotation[]> = notationsOfKinds;

/** Finds includes by the notations of a kind. */
function includesOf(kind: string, text: string) {
  return includesBy(includeNotations[kind] ?? [], text);
}

/** Returns the targets in a text, each as its span shows it. */
function targets(kind: string, text: string): string[] {
  return includesOf(kind, text).map(({ span }) => text.slice(span.start, span.end));
}

describe('includesOf', () => {
  it.each([
    ['vitepress', '<!--@include: ./a.md-->\n\n<!-- @include: @/b.md{1,3} -->', ['./a.md', '@/b.md']],
    ['vitepress', '<<< @/c.js{1,2} [name]\n\n<<< ./d.ts#region{2 ts:line-numbers}', ['@/c.js', './d.ts']],
    ['vitepress', '```md\n<<< @/c.js\n```\n\n`<!--@include: ./a.md-->`\n\nx <<< y', []],
    ['mkdocs', '```py\n--8<-- "a.py:3:5"\n```\n\n    -8<- \'b.md\'', ['a.py:3:5', 'b.md']],
    ['mkdocs', ';--8<-- "a.py"\n\n--8<--\na.md\n; b.md\n\nc.md\n--8<--\n', ['a.md', 'c.md']],
    ['mkdocs', '--8<--\na.md\n', []],
    ['mkdocs', '{% include-markdown "../a.md" start="x" %}\n{%\n  include "b.py"\n%}', ['../a.md', 'b.py']],
    ['mdbook', '```rust\n{{#include ../a.rs:here}}\n{{#rustdoc_include b.rs}}\n```', ['../a.rs', 'b.rs']],
    ['mdbook', '{{#playground c.rs editable}}\n\\{{#include d.rs}}\n{{#title X}}', ['c.rs']],
    ['mintlify', '<Snippet file="a.mdx" />\n```mdx\n<Snippet file="b.mdx" />\n```', ['a.mdx']],
    ['gitbook', '{% include "../.gitbook/includes/a.md" %}', ['../.gitbook/includes/a.md']],
    ['sphinx', '```{include} ../a.md\n```\n\n:::{literalinclude} /b.py\n:lines: 1-2\n:::', ['../a.md', '/b.py']],
    ['sphinx', '````md\n```{include} a.md\n```\n````\n\n```{include} <isonum.txt>\n```', []],
    [
      'sphinx',
      '````{tab-set}\n```{include} a.md\n```\n````\n```py\n# x\n```\n```{include} b.md\n```',
      ['a.md', 'b.md'],
    ],
    ['hugo', '{{% include "a.md" %}} {{< readfile file="b.txt" >}} {{/*% include "c.md" %*/}}', ['a.md', 'b.txt']],
    ['jekyll', '{% include a.html x="1" %}{% raw %}{% include b.html %}{% endraw %}', ['a.html']],
    ['jekyll', '{%- include_relative c.md -%} {% include {{ page.x }} %}', ['c.md']],
    ['docfx', '[!INCLUDE [Title](~/a.md)] [!include[x](b.md?x=1)]', ['~/a.md', 'b.md']],
    ['docfx', '[!code-csharp[Main](c.cs?name=s#L1-L2 "t")] `[!code[x](d.cs)]`', ['c.cs']],
    ['docsify', "[a](_media/a.md ':include') [b](b.html ':include :type=iframe') [c](c.md)", ['_media/a.md', 'b.html']],
    [
      'fumadocs',
      '<include>./a.mdx</include>\n<include lang="tsx" meta="x">\n  ./b.tsx#region\n</include>',
      ['./a.mdx', './b.tsx'],
    ],
    ['plain', '--8<-- "a"\n{{#include b}}', []],
  ])('finds what a page of %s includes: %j', (kind, text, expected) => {
    expect(targets(kind, text)).toEqual(expected);
    expect(roughIncludes(text)).toEqual(expect.arrayContaining(expected));
  });

  it('takes time in proportion to the text', () => {
    const marks = [
      '--8<-- "',
      '{% raw %}',
      '{% include ',
      '<!--@include:',
      '{{#include ',
      '](a ":include',
      '<include>',
      '```{include} ',
    ];
    for (const mark of marks) {
      for (const kind of Object.keys(includeNotations))
        expect(includesOf(kind, mark.repeat(20_000)).length).toBeLessThan(20_001);
    }
  });
});

describe('resolveInclude', () => {
  const index = indexPaths(
    ['docs/a.md', 'docs/in/b.md', 'snippets/c.md', 'code.py', '_includes/d.html'].map((path) => ({
      path,
      kind: 'file',
      blob: path,
    })),
  );
  const site = {
    ...siteOf('', 'mkdocs.yml'),
    kind: mkdocs,
    hosts: [],
    contents: [{ folder: 'docs', routes: [''], kind: 'docs' as const }],
  };
  const leads = (kind: string, text: string, named: string[] | undefined = ['']) =>
    includesOf(kind, text).map((include) => {
      const resolution = resolveInclude(include, { page: 'docs/in/b.md', site, named, index });
      return resolution.kind === 'found' ? resolution.path : resolution.kind;
    });

  it.each([
    ['vitepress', '<!--@include: ../a.md-->', 'docs/a.md'],
    ['vitepress', '<<< @/a.md', 'docs/a.md'],
    ['vitepress', '<<< ../../../a.md', 'unknown'],
    ['mkdocs', '--8<-- "code.py:1:2"', 'code.py'],
    ['mkdocs', '--8<-- "https://example.com/a.md"', 'unknown'],
    ['mkdocs', '--8<-- "gone.py"', 'missing'],
    ['mdbook', '{{#include ../../code.py}}', 'code.py'],
    ['sphinx', '```{include} /a.md\n```', 'docs/a.md'],
    ['jekyll', '{% include d.html %}', '_includes/d.html'],
    ['docfx', '[!INCLUDE [x](..\\a.md)]', 'docs/a.md'],
    ['docfx', '[!INCLUDE [x](~/snippets/c.md)]', 'snippets/c.md'],
    ['hugo', '{{% include "$x/a.md" %}}', 'unknown'],
  ])('looks for %s %j', (kind, text, expected) => {
    expect(leads(kind, text)).toEqual([expected]);
  });

  it('does not judge when the folders cannot be determined', () => {
    expect(
      includesOf('mkdocs', '--8<-- "a.md"').map(
        (include) => resolveInclude(include, { page: 'docs/a.md', site, named: undefined, index }).kind,
      ),
    ).toEqual(['unknown']);
  });
});
