import { expect, test } from 'vitest';
import { openStyleCheck } from '../../src/style-check/style-check.ts';
import { requireVale } from '../../src/style-check/version.ts';
import { treeOf } from './trees.ts';

const program = process.env.COPYDESK_TEST_VALE ?? '';

const rules = {
  '.vale.ini': `StylesPath = .github/styles
Vocab = Acme
MinAlertLevel = suggestion
Packages = Google

[*.{md,mdx}]
BasedOnStyles = Vale, Acme
Acme.Script = YES
`,
  '.github/styles/config/vocabularies/Acme/accept.txt': 'Copydesk\n',
  '.github/styles/config/vocabularies/Acme/reject.txt': 'whitelist\n',
  '.github/styles/Acme/Words.yml': `extends: substitution
message: "Use '%s' instead of '%s'."
level: error
ignorecase: yes
action: {name: replace}
swap:
  utilize: use
`,
  '.github/styles/Acme/Adverbs.yml':
    'extends: existence\nmessage: "Leave out \'%s\'."\nlevel: suggestion\ntokens:\n  - very\n',
  '.github/styles/Acme/Headings.yml':
    'extends: capitalization\nmessage: "\'%s\' is no title."\nlevel: warning\nscope: heading\nmatch: $sentence\n',
  '.github/styles/Acme/Script.yml': 'extends: script\nmessage: "x"\nscript: |\n  matches := [{begin: 0, end: 1}]\n',
  'docs/old.md': 'We utilize it.\n',
};

test.runIf(program !== '')(
  'the real Vale reports what the rules say, in Markdown and MDX, without running scripts',
  async () => {
    expect(await requireVale(program)).toMatch(/^vale version /);
    const styleCheck = openStyleCheck({ program, report: (error) => expect.unreachable(String(error)) });
    const page = '# Some Page For You\n\nWe Utilize Copydesk, very often. See `utilize`.\n\nThe whitelist.\n';
    const after = {
      ...rules,
      'docs/new.mdx': `import A from './a'\n\n${page}\n<A utilize="very" />\n`,
      'docs/new.md': page,
    };
    const report = await styleCheck.check({ before: treeOf(rules), after: treeOf(after), folder: 'docs' });
    styleCheck.close();
    expect(report?.notes).toEqual(['style rules: rules that are scripts are not run: Acme.Script']);
    const found = report?.introduced.map(({ path, line, severity, rule, subject, suggestion }) =>
      [path, line, severity, rule, subject, suggestion].filter((part) => part !== undefined).join(' '),
    );
    expect(found?.toSorted()).toEqual([
      'docs/new.md 1 warning vale/Acme.Headings Some Page For You',
      'docs/new.md 3 error vale/Acme.Words Utilize use',
      'docs/new.md 3 warning vale/Acme.Adverbs very',
      'docs/new.md 5 error vale/Vale.Avoid whitelist',
      'docs/new.mdx 3 warning vale/Acme.Headings Some Page For You',
      'docs/new.mdx 5 error vale/Acme.Words Utilize use',
      'docs/new.mdx 5 warning vale/Acme.Adverbs very',
      'docs/new.mdx 7 error vale/Vale.Avoid whitelist',
    ]);
  },
);
