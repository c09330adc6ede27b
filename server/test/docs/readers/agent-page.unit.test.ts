import { describe, expect, it } from 'vitest';
import { readAgentPage } from '../../../src/docs/readers/agent-page.ts';

const page = (...lines: string[]) => lines.join('\n');

describe('a page as AI readers get it', () => {
  it('has the title and description of the front matter, and none of its other lines', () => {
    const source = page('---', 'title: "Install  it"', 'description: From npm', 'icon: box', '---', '', 'Run `npm i`.');
    expect(readAgentPage(source, 'markdown').text).toBe('# Install it\n\n> From npm\n\nRun `npm i`.\n');
  });

  it('keeps the title of the page itself', () => {
    const source = page('+++', 'title = "Other"', '+++', '', '# Install', '', 'Text.');
    expect(readAgentPage(source, 'markdown').text).toBe('# Install\n\nText.\n');
  });

  it('has no front matter in JSON either', () => {
    const source = page('{', '  "title": "Install"', '}', '', 'Text.');
    expect(readAgentPage(source, 'templates').text).toBe('# Install\n\nText.\n');
  });

  it('keeps the text and the words of components, and names the tabs and what only a program shows', () => {
    const source = page(
      "import Tabs from '@theme/Tabs';",
      "import Note from './_note.mdx';",
      '',
      '# Install',
      '',
      '<Tabs>',
      '<TabItem value="npm" label="With npm">',
      '',
      '```bash',
      'npm install <Tabs> # {stays}',
      '```',
      '',
      '</TabItem>',
      '</Tabs>',
      '',
      '<Note />',
      '',
      'Version {version}, {"really"}.{/* hidden */}',
      '',
      '<ApiTable />',
      '<Card title="Next" href="/next">Read on.</Card>',
      '',
      '<iframe src="https://video.example/1" />',
    );
    const { text, lost } = readAgentPage(source, 'mdx');
    expect(text).toBe(
      page(
        '# Install',
        '',
        '**With npm**',
        '',
        '```bash',
        'npm install <Tabs> # {stays}',
        '```',
        '',
        'Version , really.',
        '',
        '**[Next](/next)** Read on.',
        '',
        '[iframe](https://video.example/1)',
        '',
      ),
    );
    expect(lost).toStrictEqual([
      { kind: 'tabs', line: 6, name: 'Tabs' },
      { kind: 'include', line: 16, name: './_note.mdx' },
      { kind: 'computed', line: 18, name: 'version' },
      { kind: 'component', line: 20, name: 'ApiTable' },
      { kind: 'frame', line: 23, name: 'https://video.example/1' },
    ]);
  });

  it('has no comments, scripts, styles and drawings of HTML, and keeps links and images', () => {
    const source = page(
      '# A',
      '',
      '<!-- for editors -->',
      '',
      '<div>See <a href="b.md">the guide</a><br>and <img src="x.png" alt="a map"></div>',
      '',
      '<style>.a { color: red }</style>',
      '',
      '<svg><text>drawn</text></svg>',
    );
    const { text, lost } = readAgentPage(source, 'markdown');
    expect(text).toBe('# A\n\nSee [the guide](b.md)\nand ![a map](x.png)\n');
    expect(lost).toStrictEqual([{ kind: 'image', line: 5, name: 'x.png' }]);
  });

  it('counts a row of tabs of Python-Markdown once', () => {
    const source = page(
      '=== "npm"',
      '',
      '    Run npm.',
      '',
      '=== "yarn"',
      '',
      '    Run yarn.',
      '',
      'Then:',
      '',
      '=== "Mac"',
      '',
      '    Open it.',
    );
    expect(readAgentPage(source, 'pymdown').lost).toStrictEqual([
      { kind: 'tabs', line: 1, name: 'npm' },
      { kind: 'tabs', line: 11, name: 'Mac' },
    ]);
  });

  it('removes shortcodes, but not from targets, code and the text of the page', () => {
    const source = page(
      '# A',
      '',
      'See [b]({{< ref "b" >}}) and `{{< youtube x >}}`.',
      '',
      '{{< tabs >}}',
      '{{% tab header="npm" %}}',
      'Run npm.',
      '{{% /tab %}}',
      '{{< /tabs >}}',
      '{{< youtube dQw4 >}}',
      '{{< price-table >}}',
    );
    const { text, lost } = readAgentPage(source, 'templates');
    expect(text).toBe('# A\n\nSee [b]({{< ref "b" >}}) and `{{< youtube x >}}`.\n\n**npm**\nRun npm.\n');
    expect(lost.map(({ kind, line, name }) => [kind, line, name])).toStrictEqual([
      ['tabs', 5, 'tabs'],
      ['frame', 10, 'youtube'],
      ['component', 11, 'price-table'],
    ]);
  });

  it('is read as Markdown if it is not valid MDX', () => {
    expect(readAgentPage('# A\n\n<Open>\n\nText {.\n', 'mdx').text).toContain('Text {.');
  });

  it('keeps lines apart and in order on Windows too', () => {
    expect(readAgentPage('\u{FEFF}# A\r\n\r\n<b>Bold</b>\r\n', 'markdown').text).toBe('# A\n\nBold\n');
  });
});

const dataIn = (source: string) =>
  readAgentPage(source, 'markdown').findings.filter(({ rule }) => rule === 'page-data');

const found = (source: string) => readAgentPage(source, 'markdown').findings.map(({ rule, line }) => [rule, line]);

describe('a page is harder to read for AI if it has', () => {
  it('code without a language, or code that is not closed', () => {
    expect(found('# A\n\n```\nls\n```\n\n    indented\n\n```bash\nls\n')).toStrictEqual([
      ['code-language', 3],
      ['code-unclosed', 9],
    ]);
  });

  it('a heading that occurs twice below the same headings', () => {
    const source = '# A\n\n## npm\n\n### Step 1\n\n## yarn\n\n### Step 1\n\n### Step 1\n\n## npm\n';
    expect(found(source)).toStrictEqual([
      ['heading-repeated', 11],
      ['heading-repeated', 13],
    ]);
  });

  it('a link or an image without words of its own', () => {
    const source =
      '# A\n\nClick [here](b.md), or [this page][c], [**Read more**](d.md) of [the guide](e.md).\n\n![](f.png) ![map](g.png) [![logo](h.png)](i.md)\n\n[c]: c.md\n';
    expect(found(source)).toStrictEqual([
      ['link-words', 3],
      ['link-words', 3],
      ['link-words', 3],
      ['image-words', 5],
    ]);
  });

  it('a link without words, unless the generator fills in a title', () => {
    const source = '# A\n\n[](b.md)\n';
    expect(readAgentPage(source, 'markdown').findings).toHaveLength(1);
    expect(readAgentPage(source, 'myst').findings).toStrictEqual([]);
  });

  it('a text that exceeds the limit of many AI readers', () => {
    const [finding] = readAgentPage(`# A\n\n=== "npm"\n\n    ${'word '.repeat(11_000)}`, 'pymdown').findings;
    expect(finding).toMatchObject({ rule: 'page-size', line: 1 });
    expect(finding?.message).toContain('Its tabs are served one below the other');
  });

  describe('more data than text, if it is long:', () => {
    const row = `| ${'value '.repeat(20)}| ${'word '.repeat(20)}|\n`;
    const json = `${JSON.stringify(
      Array.from({ length: 1_500 }, (_, id) => ({ id, name: 'a thing', on: true })),
      null,
      1,
    )}\n`;
    const html = `<table>\n${`<tr><td>${'value '.repeat(20)}</td></tr>\n`.repeat(500)}</table>\n`;

    it.each([
      ['a table', `| A | B |\n| - | - |\n${row.repeat(300)}`, 'a table of 300 rows'],
      ['a table in HTML', html, 'a table of 500 rows'],
      ['a block of JSON', `\`\`\`json\n${json}\`\`\`\n`, 'a block of JSON with'],
      ['JSON in a block that names no language', `\`\`\`\n${json}\`\`\`\n`, 'a block of JSON with'],
      [
        'a picture in base64',
        `![](data:image/png;base64,${'iVBORw0KGgo'.repeat(6_000)})\n`,
        '66,000 characters in base64',
      ],
    ])('%s', (_, data, name) => {
      const [finding, ...others] = dataIn(`# A\n\nSome words.\n\n${data}`);
      expect(others).toStrictEqual([]);
      expect(finding?.line).toBe(5);
      expect(finding?.message).toContain(`characters are data, such as ${name}`);
    });

    it.each([
      ['in a page of a usual length', `| A | B |\n| - | - |\n${row.repeat(100)}`],
      ['that is less than half of the page', `| A | B |\n| - | - |\n${row.repeat(100)}\n\n${'word '.repeat(20_000)}`],
      ['in tables that somebody has written', `| A | B |\n| - | - |\n${row.repeat(19)}\n\nText.\n\n`.repeat(20)],
      ['in code that is no JSON', `\`\`\`js\n${json}\`\`\`\n`],
      ['in HTML that is shown as code', `\`\`\`html\n${html}\`\`\`\n`],
    ])('and not data %s', (_, source) => {
      expect(dataIn(`# A\n\n${source}`)).toStrictEqual([]);
    });

    it('however often a table begins, in one pass', () => {
      expect(dataIn(`# A\n\n${'<table '.repeat(40_000)}\n`)).toStrictEqual([]);
    });
  });
});
