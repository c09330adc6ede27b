import { describe, expect, test } from 'vitest';
import { programFault } from '../../../src/docs/own-files/program-change.ts';

const docusaurus = `
import { themes } from 'prism-react-renderer';
const config = {
  title: 'Docs',
  presets: [['classic', { docs: { sidebarPath: './sidebars.js' } }]],
  plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/a', to: '/b' }] }]],
  themeConfig: { prism: { theme: themes.github }, navbar: { items: [{ to: '/a', label: 'A' }, process.env.X && {}] } },
};
export default config;
`;

const vitepress = `
import { defineConfig, type DefaultTheme } from 'vitepress'
export default defineConfig({
  title: 'Docs',
  head: [['link', { rel: 'icon', href: '/a.svg' }]],
  themeConfig: { nav, sidebar: { '/guide/': { base: '/guide/', items: guide() }, '/api/': [...api] } },
})
const nav: DefaultTheme.NavItem[] = [{ text: 'A', link: '/a' }]
const api = [{ text: 'A', link: '/api/a' }]
const other = ['a']
function guide(): DefaultTheme.SidebarItem[] {
  return [{ text: 'Start', link: 'start' }]
}
`;

const sidebars = `
const generated = require('./generated.js');
const more = ['b'];
module.exports = { docs: ['a', { type: 'category', label: 'B', items: [...more, 'c'] }, ...generated.items] };
`;

const files = {
  'docusaurus.config.js': docusaurus,
  '.vitepress/config.ts': vitepress,
  'sidebars.js': sidebars,
  '_meta.js': "import icon from './icon.js';\nexport default { a: 'A', b: { title: 'B', icon: icon('b') } };\n",
  'astro.sidebar.ts':
    "import { group } from './group';\nexport const sidebar = [group('a', { on: 'x', items: ['b', group('c', { items: ['d'] })] })];\n",
  '.vitepress/theme.ts':
    "export default { localeLinks: { items: [{ link: 'https://fr.example.com', text: 'A' }] } };\n",
  '.vitepress/sidebar.mts': "export const guide = ['a'];\nexport function api() {\n  return ['a'];\n}\n",
};

const change = (path: keyof typeof files, from: string, to: string) => {
  const text = files[path];
  expect(text).toContain(from);
  return programFault(path, text, text.replace(from, to));
};

describe('of a program that holds navigation', () => {
  test.each([
    ['docusaurus.config.js', "{ from: '/a', to: '/b' }", "{ from: '/a', to: '/b' }, { from: '/c', to: '/d' }"],
    ['docusaurus.config.js', "{ to: '/a', label: 'A' }", "{ to: '/z', label: `Z` }"],
    ['docusaurus.config.js', "{ redirects: [{ from: '/a', to: '/b' }] }", '{}'],
    ['.vitepress/config.ts', "text: 'A', link: '/a'", "text: 'A', link: '/a' }, { text: 'B', link: '/b'"],
    ['.vitepress/config.ts', "[{ text: 'A', link: '/api/a' }]", '[]'],
    ['.vitepress/config.ts', "{ text: 'Start', link: 'start' }", "{ text: 'First', items: [{ link: 'first' }] }"],
    ['.vitepress/config.ts', "'/api/': [...api]", "'/new/': [{ text: 'New', link: '/new' }], '/api/': [...api]"],
    ['sidebars.js', "'c'", "'c', 'd'"],
    ['sidebars.js', "['b']", "['b', { type: 'link', href: 'https://example.com', label: 'x' }]"],
    ['sidebars.js', "['a', {", '[{'],
    ['_meta.js', "a: 'A'", "a: 'A', c: { title: 'C', display: 'hidden' }"],
    ['.vitepress/sidebar.mts', "= ['a']", "= ['a', 'b']"],
    ['.vitepress/sidebar.mts', "return ['a']", 'return []'],
    ['sidebars.js', 'const more', '// More pages\nconst more'],
    ['astro.sidebar.ts', "'d'", "'d', 'e'"],
    ['.vitepress/theme.ts', "text: 'A' }", "text: 'A' }, { link: 'https://de.example.com', text: 'B' }"],
  ] as const)('%s: %s may become %s', (path, from, to) => {
    expect(change(path, from, to)).toBeUndefined();
  });

  test.each([
    ['docusaurus.config.js', 'const config', "require('child_process').execSync('id');\nconst config"],
    ['docusaurus.config.js', "'prism-react-renderer'", "'evil'"],
    ['docusaurus.config.js', "'./sidebars.js'", "'./evil.js'"],
    ['docusaurus.config.js', "'/b' }", "require('fs').readFileSync('/etc/passwd') }"],
    ['docusaurus.config.js', "title: 'Docs'", "title: 'Docs', scripts: ['https://evil.example/a.js']"],
    ['docusaurus.config.js', 'redirects: [', 'redirects: [...evil(), '],
    ['docusaurus.config.js', "label: 'A'", 'label: `${process.env.TOKEN}`'],
    ['docusaurus.config.js', "label: 'A'", "label: '<script>alert(1)</script>'"],
    ['docusaurus.config.js', "to: '/a'", "href: ' javascript:alert(1)'"],
    ['docusaurus.config.js', "to: '/a'", 'get to() { return run(); }'],
    ['docusaurus.config.js', "to: '/a'", "['t' + run()]: '/a'"],
    ['docusaurus.config.js', "to: '/a'", "__proto__: { a: 1 }, to: '/a'"],
    ['docusaurus.config.js', 'process.env.X', 'process.env.Y'],
    ['docusaurus.config.js', "'Docs'", "'Other'"],
    ['docusaurus.config.js', 'export default', 'export default (run(), 1) &&'],
    ['.vitepress/config.ts', "['a']", "['b']"],
    ['.vitepress/config.ts', 'items: guide()', 'items: run()'],
    ['.vitepress/config.ts', "href: '/a.svg'", "href: '/b.svg'"],
    ['.vitepress/config.ts', '  return [', '  run();\n  return ['],
    ['.vitepress/config.ts', 'guide(): DefaultTheme', 'guide(a = run()): DefaultTheme'],
    ['sidebars.js', "'./generated.js'", "'./evil.js'"],
    ['sidebars.js', "'c'", 'c()'],
    ['sidebars.js', '...generated.items', ''],
    ['_meta.js', "icon('b')", "icon('c')"],
    ['_meta.js', "'./icon.js'", "'child_process'"],
    ['_meta.js', 'export default', '/** @jsxImportSource evil */\nexport default'],
    ['sidebars.js', 'module.exports', 'module["exports"]'],
    ['sidebars.js', '};', '}; ('],
    ['astro.sidebar.ts', "'d'", "run('d')"],
    ['astro.sidebar.ts', "on: 'x'", "on: 'y'"],
    ['astro.sidebar.ts', "group('c'", "eval('c'"],
    ['astro.sidebar.ts', "group('c'", "group('d'"],
  ] as const)('%s: %s may not become %s', (path, from, to) => {
    expect(change(path, from, to)).toMatch(/^(?:more than|it cannot|its comments)/);
  });

  test('a file that is too large, nested too deeply or not a program is refused', () => {
    expect(programFault('sidebars.js', '', `[${"'a',".repeat(100_001)}]`)).toMatch(/too large/);
    expect(programFault('sidebars.js', '', '['.repeat(100_000))).toMatch(/too deeply/);
    expect(programFault('sidebars.js', '', `export default ${'-'.repeat(200_000)}1`)).toMatch(
      /cannot be read any more/,
    );
    expect(programFault('sidebars.js', 'const (', '')).toMatch(/cannot be read as it stands/);
  });
});
