import { onlyElements, type CodeRules } from './code-rules.ts';

/** A builder of sites, and how it reads pages. */
interface Builder {
  /** Its configuration, as a path in any folder. */
  file: RegExp;
  /** Packages of npm that bring it. */
  packages: readonly string[];
  rules: CodeRules;
}

const script = (name: string) => new RegExp(String.raw`(?:^|/)${name}\.[cm]?[jt]sx?$`);
const mdxPages: CodeRules = { ...onlyElements, modules: 'build', mdxInMarkdown: true };
const vuePages: CodeRules = { ...onlyElements, vue: 'build' };
const cells: CodeRules = { ...onlyElements, directives: 'build', shortcodes: 'reader' };

/**
 * Builders that are known by their files alone: how their pages lead to each other is not known, but how they run code
 * is. Each is documented by its makers.
 */
const otherBuilders: readonly Builder[] = [
  // 11ty.dev/docs/languages/markdown: pages are first Liquid or Nunjucks templates, and Nunjucks can access all of Node.
  {
    file: /(?:^|\/)(?:\.eleventy|eleventy\.config)\.[cm]?[jt]s$/,
    packages: ['@11ty/eleventy'],
    rules: { ...onlyElements, macros: 'build', templates: 'reader' },
  },
  { file: script(String.raw`astro\.config`), packages: ['astro'], rules: { ...onlyElements, serves: true } },
  { file: script(String.raw`next\.config`), packages: ['next'], rules: { ...mdxPages, serves: true } },
  { file: script('gatsby-config'), packages: ['gatsby'], rules: { ...mdxPages, serves: true } },
  { file: script(String.raw`rspress\.config`), packages: ['rspress', '@rspress/core'], rules: mdxPages },
  { file: script(String.raw`docusaurus\.config`), packages: ['@docusaurus/core'], rules: mdxPages },
  {
    file: script(String.raw`(?:remix|vike|waku|vocs)\.config`),
    packages: ['vocs'],
    rules: { ...mdxPages, serves: true },
  },
  { file: /(?:^|\/)fern\.config\.json$/, packages: ['fern-api'], rules: { ...mdxPages, serves: true } },
  { file: script(String.raw`\.vuepress/config`), packages: ['vuepress'], rules: vuePages },
  { file: script(String.raw`\.vitepress/config`), packages: ['vitepress'], rules: vuePages },
  { file: script(String.raw`nuxt\.config`), packages: ['@nuxt/content'], rules: { ...vuePages, serves: true } },
  { file: /(?:^|\/)_quarto\.ya?ml$/, packages: [], rules: cells },
  { file: /(?:^|\/)(?:_bookdown\.ya?ml|[\w-]+\.Rproj)$/, packages: [], rules: cells },
  { file: /(?:^|\/)myst\.ya?ml$/, packages: ['mystmd'], rules: cells },
  {
    file: /(?:^|\/)conf\.py$/,
    packages: [],
    rules: { ...onlyElements, directives: 'build', macros: 'build', samplesAreText: true },
  },
  {
    file: /(?:^|\/)(?:mkdocs|zensical|properdocs)[\w.-]*\.(?:ya?ml|toml)$/,
    packages: [],
    rules: { ...onlyElements, macros: 'build' },
  },
  {
    file: /(?:^|\/)(?:pelicanconf\.py|book\.json)$/,
    packages: ['hexo', 'honkit', 'lume', 'gitbook-cli'],
    rules: { ...onlyElements, macros: 'build', templates: 'reader', directives: 'build' },
  },
];

/** The rules where nothing tells which builder reads a page: those of all together, as far as text can be told apart. */
export const rulesOfAll: readonly CodeRules[] = [
  ...otherBuilders.map(({ rules }) => ({ ...rules, mdxInMarkdown: false, samplesAreText: true })),
  { ...onlyElements, preprocessors: 'build', samplesAreText: true },
];

/** Returns the rules of the builders whose configuration, or package, is in a repository. */
export function rulesOfBuilders(files: readonly string[], packages: ReadonlySet<string>): CodeRules[] {
  return otherBuilders
    .filter((one) => one.packages.some((name) => packages.has(name)) || files.some((path) => one.file.test(path)))
    .map(({ rules }) => rules);
}
