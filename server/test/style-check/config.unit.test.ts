import { describe, expect, test } from 'vitest';
import { stylesFolderOf, writeConfig } from '../../src/style-check/config.ts';
import { NotChecked } from '../../src/style-check/tree.ts';

const known = { styles: new Set(['Acme']), rules: new Set(['Acme.Words', 'Acme.Terms']) };

describe('the configuration that Vale gets', () => {
  test('keeps the settings that say which rules apply where, and treats MDX as Markdown', () => {
    const text = `
MinAlertLevel = suggestion # the lowest
Vocab = Acme
IgnoredScopes = tt, code

[*.{md,mdx}]
BasedOnStyles = Vale, "Acme"
TokenIgnores = (?<!\`)(<\\w+ ?.+ ?\\/>), \\
  \\{[^}]*\\}
Acme.Terms = NO
Vale.Spelling = warning

[**/fr/**]
BasedOnStyles = ""
`;
    expect(writeConfig(text.replace('"Acme"', 'Acme'), known)).toEqual({
      text: `MinAlertLevel = suggestion # the lowest
Vocab = Acme
IgnoredScopes = tt, code

[formats]
mdx = md

[*.{md,mdx}]
TokenIgnores = (?<!\`)(<\\w+ ?.+ ?\\/>), \\{[^}]*\\}
BasedOnStyles = Vale, Acme
Acme.Terms = NO
Vale.Spelling = warning

[**/fr/**]
BasedOnStyles = 
`,
      hasRules: true,
      named: new Set(['Vale', 'Acme']),
      missing: [],
      refused: [],
    });
  });

  test.each([
    ['runs XSLT', '[*.md]\nTransform = evil.xsl', ['Transform']],
    ['asks an address', 'NLPEndpoint = http://10.0.0.1/', ['NLPEndpoint']],
    ['takes prose for comments', '[*.md]\nCommentDelimiters = a, b', ['CommentDelimiters']],
    ['reads other formats', '[*.md]\nView = x\nBlueprint = y', ['View', 'Blueprint']],
    ['runs a converter', '[formats]\nmd = adoc\nmdx = rst', []],
    ['gives a converter options', '[asciidoctor]\nrequire = evil.rb', []],
    ['fetches packages', 'Packages = https://example.com/evil.zip', []],
    ['reads other styles', 'StylesPath = /etc\nStylesPath = ../..', []],
    ['is not known', 'Something = else\n[*.md]\nAnother = thing', []],
    [
      'hides behind a value that goes on',
      'Vocab = `\n[*.md]\nTokenIgnores = """\\\nTransform = evil.xsl',
      ['Vocab', 'TokenIgnores'],
    ],
  ])('leaves out what %s', (_, text, refused) => {
    const written = writeConfig(text, known);
    expect(written.refused).toEqual(refused);
    expect(written.hasRules).toBe(false);
    const keys = written.text.split('\n').map((line) => line.split(' = ')[0]);
    const allowed = new Set(['', '[formats]', 'mdx', '[*.md]', 'Vocab', 'TokenIgnores']);
    expect(keys.filter((key) => key === undefined || !allowed.has(key))).toEqual([]);
    expect(written.text.match(/^(?:md|mdx) = .*/gm)).toEqual(['mdx = md']);
  });

  test.each([
    ['Vocab = ../../../../etc', 'searches a folder outside'],
    ['Vocab = Acme, a/../../b', 'searches a folder outside, behind another'],
    ["Vocab = '..'", 'searches a folder outside, in quotes'],
    ['WordTemplate = %s%999999d', 'is filled in with a million signs'],
    ['IgnoredScopes = %(Vocab)s%(Vocab)s', 'is filled in with others'],
    ['SkippedScopes = """a', 'goes on in the next lines'],
    ['SkippedScopes = `a', 'goes on in the next lines, by another quote'],
    ['SkippedScopes = \u0085`a', 'goes on in the next lines, behind what Go takes for a space'],
    ['SkippedScopes = a\\\\', 'goes on with the next line'],
    ['SkippedScopes = a\\\u0085', 'goes on with the next line, before what Go takes for a space'],
  ])('leaves out a value that leads elsewhere: %j %s', (line) => {
    const { text, refused } = writeConfig(`MinAlertLevel = error\n${line}`, known);
    expect(text).toBe('MinAlertLevel = error\n\n[formats]\nmdx = md\n');
    expect(refused).toEqual([line.split(' ')[0]]);
  });

  test.each([
    'TokenIgnores = ({{<.*>}}), ({{%(.+)%}})',
    'TokenIgnores = `a[#;]b`, (100%)',
    'BlockIgnores = """a # b"""',
  ])('keeps a harmless value that looks similar: %s', (line) => {
    const core = 'WordTemplate = \\b(?:%s)\\b\nVocab = Acme.Inc\n';
    const written = writeConfig(`${core}[*.md]\n${line}`, known);
    expect(written).toMatchObject({ text: `${core}\n[formats]\nmdx = md\n\n[*.md]\n${line}\n`, refused: [] });
  });

  test.each(['NO', 'No', 'no', 'off', 'Error', 'YES; rm', ''])('switches a rule off, as Vale does: %j', (value) => {
    const { text } = writeConfig(`[*.md]\nBasedOnStyles = Acme\nAcme.Words = ${value}`, known);
    expect(text).toContain('[*.md]\nBasedOnStyles = Acme\nAcme.Words = NO\n');
  });

  test('names missing styles, and continues with the others', () => {
    const { text, missing, hasRules } = writeConfig('[*.md]\nBasedOnStyles = Google, Acme\nProselint.Very = NO', known);
    expect({ missing, hasRules }).toEqual({ missing: ['Google', 'Proselint'], hasRules: true });
    expect(text).toContain('BasedOnStyles = Acme\n');
    expect(writeConfig('[*.md]\nBasedOnStyles = Google', known).hasRules).toBe(false);
  });

  test('keeps the comment delimiters of MDX', () => {
    expect(writeConfig('[*.mdx]\nCommentDelimiters = {/*, */}', known)).toMatchObject({
      text: expect.stringContaining('CommentDelimiters = {/*, */}\n'),
      refused: [],
    });
  });
});

describe('the folder of styles', () => {
  test.each([
    ['StylesPath = styles', '.vale.ini', 'styles'],
    ['StylesPath = ".github/vale/styles"', '.vale.ini', '.github/vale/styles'],
    ['StylesPath = ./vale/ # ours', 'docs/.vale.ini', 'docs/vale'],
    ['StylesPath = .', '.vale.ini', ''],
    ['StylesPath = a\nStylesPath = b', '.vale.ini', 'b'],
    ['[*.md]\nStylesPath = a', '.vale.ini', undefined],
  ])('%j in %s is %j', (text, path, folder) => {
    expect(stylesFolderOf(text, path)).toBe(folder);
  });

  test.each(['/etc', '../styles', 'a/../../b', '~/styles', 'C:\\styles', '\\\\host\\styles', '"/etc"', 'a\\..\\b'])(
    'StylesPath = %s is refused',
    (value) => {
      expect(() => stylesFolderOf(`StylesPath = ${value}`, '.vale.ini')).toThrow(NotChecked);
    },
  );
});
