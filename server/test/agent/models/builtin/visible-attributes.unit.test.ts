import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChanges, orderChanges } from '../../../../src/agent/models/builtin/text/change.ts';
import { changeProse } from '../../../../src/agent/models/builtin/text/prose.ts';
import { termFinder } from '../../../../src/agent/models/builtin/text/term.ts';
import { pageOf } from './pages.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

function renamed(text: string, to = 'Sky', dialect: 'markdown' | 'mdx' = 'markdown'): string {
  const find = termFinder({ from: 'Acme', to, keepCase: false });
  return applyChanges(
    text,
    orderChanges(text, changeProse(text, pageOf(text, dialect), find, { includingCode: false })),
  );
}

describe('words of attributes that readers see are renamed', () => {
  test.each([
    '<Card title="Acme" description=\'Of Acme\' />',
    '<Card\n  title="Acme"\n  cta="Try Acme"\n>\n</Card>',
    '<TabItem label="Acme"></TabItem>',
    '<Card title={"Acme"} description={`Acme`} caption={ \'Acme\' } />',
    '<img src="/acme.png" alt="Acme" title="Acme" />',
    '<Icon aria-label="Acme" cardTitle="Acme" link-text="Acme" />',
    '<my-card description="Acme" items={[{ a: "}" }]} {...rest} title="Acme"></my-card>',
    '<Tooltip tip="Acme"><b title="Acme"></b></Tooltip>',
    "<Cards items={[{ title: 'Acme', text: `the Acme`, href: '/x' }, {\n  // don't\n  \"label\": \"Acme\",\n}]} />",
    "<Hero image={{ src: '/x.png', alt: 'Acme' }} actions={[{ deep: { 'linkText': 'Try Acme' } }]} />",
  ])('%s', (tag) => {
    expect(renamed(`${tag}\n`, 'Sky', 'mdx')).toBe(`${tag.replaceAll('Acme', 'Sky')}\n`);
  });

  test.each([
    '<Card\n  title="Acme"\n  cta="Try Acme"\n>\n</Card>',
    '<img src="/acme.png" alt="Acme" title=\'Acme\'>',
    'See <badge-x text="Acme" disabled title="Acme"></badge-x> and <abbr title="Acme">x</abbr>',
  ])('outside of MDX: %s', (tag) => {
    expect(renamed(`${tag}\n`)).toBe(`${tag.replaceAll('Acme', 'Sky')}\n`);
  });

  test.each([
    '{{% blocks/feature icon="fa-x" title="See Acme" url="examples/" %}}',
    '{{< figure\n  src="/a.png"\n  alt="Acme"\n  caption=`The Acme`\n>}}',
    '{% tab title="Acme" %}',
    "{% include note.html text='Acme' %}",
  ])('of templates: %s', (tag) => {
    expect(renamed(`${tag}\n`)).toBe(`${tag.replaceAll('Acme', 'Sky')}\n`);
  });

  test('within a paragraph, a list and a quotation', () => {
    const text = 'a <Badge text="Acme" /> b\n\n- <Card title="Acme" />\n\n> <Card title="Acme" />\n';
    expect(renamed(text)).toBe(text.replaceAll('Acme', 'Sky'));
    expect(renamed(text, 'Sky', 'mdx')).toBe(text.replaceAll('Acme', 'Sky'));
  });
});

describe('other parts of tags stay', () => {
  test.each([
    '<Card href="/Acme" id="Acme" icon="Acme" className="Acme" value="Acme" name="Acme" data-title="x" />',
    '<a class="Acme" name="Acme" description="Acme">',
    '<Card :title="Acme" v-bind:title="Acme" />',
    '<Card title="https://x.io/Acme Acme@x.io `Acme` {{ Acme }}" />',
    '<Card title=Acme />',
    '<pre><b title="Acme">Acme</b></pre>',
    '<svg><text title="Acme">Acme</text></svg>',
    '<!-- <Card title="Acme" /> -->',
    '{{< figure\n  src="/Acme.png"\n  id="Acme"\n>}} {{< ref "Acme" >}} {{ title = "Acme" }}',
    '{% assign title = "Acme" %}{% if title == "Acme" %}',
    '`{{< card title="Acme" >}}`',
    '```go\n{{</* card title="Acme" */>}}\n```',
    '`<Card title="Acme" />`',
    '```html\n<Card title="Acme" />\n```',
    '    <Card title="Acme" />',
  ])('%s', (text) => {
    expect(renamed(`${text}\n`)).toBe(`${text}\n`);
  });

  test('what is computed, in MDX', () => {
    const lists = [
      "<Cards items={[{ href: '/Acme', id: 'Acme', icon: 'Acme', value: \"Acme\", title: 'a' + 'Acme', tip: f('Acme') }]} />",
      "<Cards items={['Acme', [`title: 'Acme'`], {text: `${Acme}`, label: 'a\\'Acme'}]} />",
      "<Cards items={acme.map((one) => ({ title: 'Acme' }))} b={[<B t='x' />, { title: 'Acme' }]} />",
      "<div style={{ title: 'Acme' }} />",
    ].join('\n\n');
    expect(renamed(`${lists}\n`, 'Sky', 'mdx')).toBe(`${lists}\n`);
    const text = '<Card title={acme.Acme} label={`${Acme}`} text={"a" + "Acme"} icon={"Acme"} n={f("Acme")} />\n';
    expect(renamed(text, 'Sky', 'mdx')).toBe(text);
  });
});

test.each([
  ['<C title="Acme" />', 'a "b"', '<C title="a &quot;b&quot;" />'],
  ["<C title='Acme' />", "it's", "<C title='it&#39;s' />"],
  ["<C title={'Acme'} />", "it's \\ x", "<C title={'it\\'s \\\\ x'} />"],
  ['<C title={`Acme`} />', '`${x}`', '<C title={`\\`\\${x}\\``} />'],
  ['{{< c title="Acme" >}}', 'a "b"', '{{< c title="a \\"b\\"" >}}'],
  ['{% c title="Acme" %}', 'a "b"', '{% c title="a &quot;b&quot;" %}'],
  ["<C a={[{ title: 'Acme' }]} />", "it's", "<C a={[{ title: 'it\\'s' }]} />"],
])('in %s the replacement %s does not end the attribute', (text, to, expected) => {
  expect(renamed(text, to, text.startsWith('{') ? 'markdown' : 'mdx')).toBe(expected);
});

test('property: only what readers see of a tag changes', () => {
  const attribute = fc.constantFrom(
    ['title="Acme"', 'title="Sky"'],
    ["label='the Acme'", "label='the Sky'"],
    ['alt={"Acme"}', 'alt={"Sky"}'],
    ['href="Acme"', 'href="Acme"'],
    ['icon={Acme}', 'icon={Acme}'],
    ['{...Acme}', '{...Acme}'],
    ['a={{ b: "}>", c: [Acme] }}', 'a={{ b: "}>", c: [Acme] }}'],
    ['Acme', 'Acme'],
  );
  const space = fc.constantFrom(' ', '  ', '\n  ');
  fc.assert(
    fc.property(fc.array(fc.tuple(space, attribute), { maxLength: 12 }), (parts) => {
      const tag = (side: 0 | 1) => `<Card${parts.map(([gap, written]) => gap + (written[side] ?? '')).join('')} />\n`;
      expect(renamed(tag(0), 'Sky', 'mdx')).toBe(tag(1));
    }),
    { numRuns: propertyRuns(300) },
  );
});

test('many unclosed tags are read without hanging', () => {
  const text = `${'<Card title="a" x={ "'.repeat(20_000)}\n\nAcme\n`;
  expect(renamed(text)).toBe(text.replace(/Acme\n$/, 'Sky\n'));
});
