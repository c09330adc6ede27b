import { afterAll, expect, test } from 'vitest';
import { brought, closeEngine } from './rig.ts';

afterAll(closeEngine);

const jinja = "cycler.__init__.__globals__.os.popen('id').read()";

test.each([
  [
    'MkDocs, as values',
    'mkdocs.yml',
    'plugins:\n  - macros:\n      j2_variable_start_string: "[["\n      j2_variable_end_string: "]]"\n',
    `[[ ${jinja} ]]`,
  ],
  [
    'MkDocs, as tags',
    'mkdocs.yml',
    'plugins:\n  - macros:\n      j2_block_start_string: "<%"\n      j2_block_end_string: "%>"\n',
    `<% set a = ${jinja} %>`,
  ],
  [
    'MkDocs, over lines',
    'mkdocs.yml',
    'plugins:\n  - macros: { j2_variable_start_string: "[[[", j2_variable_end_string: "]]]" }\n',
    `[[[\n${jinja}\n]]]`,
  ],
  ['MkDocs, not as a text', 'mkdocs.yml', 'plugins:\n  - macros:\n      j2_variable_start_string: [a]\n', 'Any text.'],
  [
    'MyST',
    'conf.py',
    'extensions = ["myst_parser"]\nmyst_enable_extensions = ["substitution"]\nmyst_sub_delimiters = ["|", "|"]\n',
    `|| ${jinja} ||`,
    { 'index.md': '# A\n' },
  ],
  [
    'MyST, computed',
    'conf.py',
    'extensions = ["myst_parser"]\nmyst_enable_extensions = ["substitution"]\nmyst_sub_delimiters = pair()\n',
    'Any text.',
    { 'index.md': '# A\n' },
  ],
  [
    'MkDocs, within what would be raw otherwise',
    'mkdocs.yml',
    'plugins:\n  - macros:\n      j2_variable_start_string: "[["\n      j2_variable_end_string: "]]"\n      j2_block_start_string: "[%"\n      j2_block_end_string: "%]"\n',
    `{% raw %} [[ ${jinja} ]] {% endraw %}`,
  ],
  [
    'MkDocs, alike at both ends',
    'mkdocs.yml',
    'plugins:\n  - macros:\n      j2_variable_start_string: "$"\n      j2_variable_end_string: "$"\n',
    'Any text.',
  ],
  [
    'MkDocs, by an alias',
    'mkdocs.yml',
    'extra: &m\n  j2_variable_start_string: "[["\nplugins:\n  - macros: *m\n',
    'Any text.',
  ],
  [
    'MkDocs, inherited',
    'mkdocs.yml',
    'INHERIT: base.yml\nplugins:\n  macros: {}\n',
    'Any text.',
    { 'base.yml': 'plugins:\n  macros:\n    j2_variable_start_string: "[["\n' },
  ],
  [
    'Jupyter Book',
    '_config.yml',
    'sphinx:\n  config:\n    myst_sub_delimiters: ["[", "]"]\n',
    `[[ ${jinja} ]]`,
    { '_toc.yml': 'format: jb-book\nroot: a\n' },
  ],
  [
    'MyST, in a folder that is no site',
    'conf.py',
    'extensions = ["myst_parser"]\nmyst_sub_delimiters = ["|", "|"]\n',
    'Any text.',
  ],
])(
  'code between the own delimiters of a site is found: %s',
  async (_name, config, settings, text, more: Record<string, string> = {}) => {
    const folder = config === 'mkdocs.yml' ? 'docs/' : '';
    const files = {
      [config]: config === 'mkdocs.yml' ? `site_name: A\n${settings}` : settings,
      [`${folder}a.md`]: '# A\n',
      ...more,
    };
    const found = await brought(files, { [`${folder}a.md`]: `# A\n\n${text}\n` });
    expect(found.map(({ runs, path }) => [runs, path])).toEqual([['build', `${folder}a.md`]]);
  },
);
