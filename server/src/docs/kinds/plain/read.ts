import { baseName, folderOf, isWithin, pathWithin } from '../../text/paths.ts';
import type { ReadSite, SiteContext } from '../../site/kind.ts';
import { siteOf } from '../../site/site.ts';

/** Configuration files of generators whose rules are not implemented. */
const otherGenerators =
  /^(?:_config\.ya?ml|hugo\.\w+|conf\.py|next\.config\.\w+|gatsby-config\.\w+|\.eleventy\.c?js|eleventy\.config\.\w+|astro\.config\.\w+|nuxt\.config\.\w+|antora\.yml|_quarto\.yml|docfx\.json|svelte\.config\.\w+|_toc\.ya?ml|_sidebar\.md|rspress\.config\.\w+|docsify\.\w+|source\.config\.\w+|content\.config\.\w+|book\.json)$/;

/** Reads a folder of Markdown that no known generator claims. */
export function readPlain({ index }: SiteContext, folder: string): ReadSite {
  const around = index.files.some(
    (path) => otherGenerators.test(baseName(path)) && (isWithin(path, folder) || isWithin(folder, folderOf(path))),
  );
  const inVuePress = index.files.some((path) => path.includes('.vuepress/config'));
  return {
    ...siteOf(folder, undefined),
    contents: [{ folder, routes: [''], kind: 'docs' }],
    statics: [''],
    doubts: around || inVuePress ? ['a generator that is not known here makes a site of these files'] : [],
    excludes: (page) =>
      /(?:^|\/)(?:node_modules|vendor|fixtures?|__\w+__|testdata|\.\w[^/]*)\//.test(pathWithin(page, folder)),
  };
}
