import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyChanges, orderChanges } from '../../../../src/agent/models/builtin/text/change.ts';
import { changeProse } from '../../../../src/agent/models/builtin/text/prose.ts';
import { longerWord, termFinder } from '../../../../src/agent/models/builtin/text/term.ts';
import { pageOf } from './pages.ts';
import { propertyRuns } from '../../../support/property-runs.ts';

function replaced(
  text: string,
  from: string,
  to: string,
  options: { keepCase?: boolean; includingCode?: boolean; mdx?: boolean } = {},
) {
  const find = termFinder({ from, to, keepCase: options.keepCase === true });
  const page = pageOf(text, options.mdx === true ? 'mdx' : 'markdown');
  const changes = changeProse(text, page, find, { includingCode: options.includingCode === true });
  return applyChanges(text, orderChanges(text, changes));
}

const find = (text: string, from: string, to: string, keepCase = false) =>
  applyChanges(text, termFinder({ from, to, keepCase })(text));

describe('a term', () => {
  test.each([
    ['API and APIs, API. (API)', 'API', 'X', 'X and APIs, X. (X)'],
    ['_API_ **API** my_API API_KEY', 'API', 'X', '_X_ **X** my_API API_KEY'],
    ['acme.com, @acme, a@acme.io, acme. Acme', 'acme', 'x', 'acme.com, @acme, a@acme.io, x. Acme'],
    ['1.2 and 1.2.3', '1.2', '1.3', '1.3 and 1.2.3'],
    ['C++ and C+++', 'C++', 'Rust', 'Rust and Rust+'],
    ["Acme's", 'Acme', 'Nimbus', "Nimbus's"],
    ['使用Acme云的', 'Acme云', '云', '使用云的'],
    ['Acme Cloud Platform; Acme', 'Acme', 'Acme Cloud', 'Acme Cloud Platform; Acme Cloud'],
    ['Acme\nCloud and Acme  Cloud', 'Acme Cloud', 'Big Sky', 'Big\nSky and Big Sky'],
    ['Acme\nCloud', 'Acme Cloud', 'Nimbus', 'Nimbus'],
    ['Acme  \nCloud', 'Acme Cloud', 'Nimbus', 'Acme  \nCloud'],
    ['a.b a.b axb', 'a.b', '$&', '$& $& axb'],
    ['Acme를 Acme의 (Acme는) **Acme**로 Acme에서, 및Acme', 'Acme', 'X', 'X를 X의 (X는) **X**로 X에서, 및X'],
    ['Acmeを AcmeはAcmeクラウド、Acme的', 'Acme', 'X', 'Xを XはXクラウド、X的'],
    ['Acmes를 Acme2를 myAcme의 Acmé를 acme.com를', 'Acme', 'X', 'Acmes를 Acme2를 myAcme의 Acmé를 acme.com를'],
    ['v2를 쓰다, v21를, v2b', 'v2', 'v3', 'v3를 쓰다, v21를, v2b'],
    ['APIшный, βAPI, ΔAPI, API', 'API', 'X', 'Xшный, βAPI, ΔAPI, X'],
    ['클라우드API 클라우드를 클라우드', '클라우드', 'X', 'XAPI 클라우드를 X'],
  ])('%j: %j → %j', (text, from, to, expected) => {
    expect(find(text, from, to)).toBe(expected);
  });

  test.each([
    ['foo Foo FOO fOo', 'foo', 'bar', 'bar Bar BAR bar'],
    ['Acme Cloud, ACME CLOUD, acme cloud, Acme cloud', 'Acme Cloud', 'Big Sky', 'Big Sky, BIG SKY, big sky, Big sky'],
    ['ACME acme Acme', 'acme', 'big sky', 'BIG SKY big sky Big sky'],
    ['acme ACME Acme', 'acme', 'GitHub', 'GitHub GITHUB GitHub'],
    ['ÜBER über Über', 'über', 'ärger', 'ÄRGER ärger Ärger'],
  ])('keeping the case in %j', (text, from, to, expected) => {
    expect(find(text, from, to, true)).toBe(expected);
  });
});

test.each([
  ['see StarlightIcon_v2.', 'Icon', 'StarlightIcon_v2'],
  ['at docs.Acme.com, now', 'Acme', 'docs.Acme.com'],
  ['-Acmes-', 'Acme', 'Acmes'],
])('%j has %j in the longer word %j', (text, part, word) => {
  const start = text.indexOf(part);
  expect(longerWord(text, { start, end: start + part.length })).toBe(word);
});

describe('on a page', () => {
  test('changes prose and nothing else', () => {
    const text = [
      '---\ntitle: acme\n---\n',
      '# acme\n\nacme [acme](https://acme.com/acme "acme") ![acme](acme.png) `acme` <acme@acme.com>\n',
      '```acme\nacme\n```\n\n| acme | `acme` |\n| --- | --- |\n| acme | <b title="acme">acme</b> |\n',
      '    acme\n\n<!-- acme -->\n\n{{ acme }} https://acme.com/acme\n',
    ].join('\n');
    const expected = [
      '---\ntitle: acme\n---\n',
      '# x\n\nx [x](https://acme.com/acme "x") ![x](acme.png) `acme` <acme@acme.com>\n',
      '```acme\nacme\n```\n\n| x | `acme` |\n| --- | --- |\n| x | <b title="x">x</b> |\n',
      '    acme\n\n<!-- acme -->\n\n{{ acme }} https://acme.com/acme\n',
    ].join('\n');
    expect(replaced(text, 'acme', 'x')).toBe(expected);
  });

  test('MDX: imports, tags and expressions stay, text in components and their titles change', () => {
    const text =
      'import acme from "./acme"\n\nexport const x = "acme"\n\n<Card title="acme" to={acme}>\n  acme {acme}\n</Card>\n';
    const expected = text.replace('title="acme"', 'title="x"').replace('  acme', '  x');
    expect(replaced(text, 'acme', 'x', { mdx: true })).toBe(expected);
    expect(replaced(text, 'acme', 'x', { mdx: true, includingCode: true })).toBe(expected);
  });

  test('including code: blocks and inline code too, never link targets or tags', () => {
    const text = '`acme` [acme](/acme) <a href="acme">acme</a>\n\n```js\nacme\n```\n\n~~~\nacme\n~~~\n\n    acme\n';
    const expected = '`x` [x](/acme) <a href="acme">x</a>\n\n```js\nx\n```\n\n~~~\nx\n~~~\n\n    x\n';
    expect(replaced(text, 'acme', 'x', { includingCode: true })).toBe(expected);
  });

  test('references keep their definitions', () => {
    const text =
      '[acme docs] [acme docs][] [acme docs][other] [here][acme docs] [acme](/a)\n\n[Acme docs]: /acme "acme"\n[other]: /o\n';
    const expected =
      '[x docs][acme docs] [x docs][acme docs] [x docs][other] [here][acme docs] [x](/a)\n\n[Acme docs]: /acme "x"\n[other]: /o\n';
    expect(replaced(text, 'acme', 'x')).toBe(expected);
  });

  test('a term is found only within a block', () => {
    const text = '# Acme\nCloud\n\n> Acme\n> Cloud\n\nAcme\n> Cloud\n\n| Acme\n| Cloud\n';
    expect(replaced(text, 'Acme Cloud', 'Big Sky')).toBe(
      '# Acme\nCloud\n\n> Big\n> Sky\n\nAcme\n> Cloud\n\n| Acme\n| Cloud\n',
    );
  });
});

const codeOf = (source: string) => pageOf(source).code.map((span) => source.slice(span.start, span.end));

describe('property', () => {
  const piece = fc.constantFrom(
    'acme',
    'Acme',
    ' ',
    '\n',
    '\r\n',
    '\n\n',
    '`',
    '```\n',
    '[',
    ']',
    '](/acme)',
    '[acme]: /acme\n',
    '<b>',
    '</b>',
    '# ',
    '> ',
    '- ',
    '    ',
    '|',
    '*',
    '_',
    'é',
    '𝒳',
    '---\n',
    'title: acme\n',
  );
  const pages = fc.array(piece, { maxLength: 60 }).map((parts) => parts.join(''));

  test('only the term changes: putting it back gives the page again', () => {
    fc.assert(
      fc.property(pages, (text) => {
        const after = replaced(text, 'acme', 'QQQ');
        fc.pre(!text.includes(']['));
        // `[acme]` becomes `[QQQ][acme]`.
        const back = after
          .replace(/\[([^[\]]*)\]\[([^[\]]*)\]/g, (whole, label: string, name: string) =>
            label.replaceAll('QQQ', 'acme') === name ? `[${name}]` : whole,
          )
          .replaceAll('QQQ', 'acme');
        expect(back).toBe(text);
        expect(after.match(/[\r\n]/g)).toEqual(text.match(/[\r\n]/g));
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test('code stays unchanged to the byte', () => {
    fc.assert(
      fc.property(pages, (text) => {
        const after = replaced(text, 'acme', 'QQQ');
        expect(codeOf(after).filter((code) => code.includes('QQQ'))).toEqual([]);
      }),
      { numRuns: propertyRuns(500) },
    );
  });

  test('a second replacement changes nothing', () => {
    fc.assert(
      fc.property(pages, (text) => {
        const once = replaced(text, 'acme', 'QQQ');
        expect(replaced(once, 'QQQ', 'QQQ')).toBe(once);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});
