import { readJavaScript } from '../docs/literal/javascript.ts';
import { at, itemsOf, textOf } from '../docs/literal/literal.ts';
import type { Literal } from '../docs/literal/literal.ts';

/** What the docs hold, in the order in which they are read. */
export interface Contents {
  title: string;
  description: string;
  groups: ContentsGroup[];
}

export interface ContentsGroup {
  title: string;
  items: ContentsItem[];
}

export interface ContentsItem {
  title: string;
  /** The path below `/docs`, without a slash at its beginning; '' is the first page. */
  slug: string;
}

/** Where the configuration stands, from the folder of the docs on. */
export const configFile = '.vitepress/config.js';

/**
 * The contents as the site's own configuration has them (https://vitepress.dev/reference/default-theme-sidebar), read from its
 * syntax, as that of any other site is: nothing of it is run.
 */
export function readContents(config: string): Contents {
  const site = readJavaScript(config, 'js');
  return {
    title: textAt(site, 'title'),
    description: textAt(site, 'description'),
    groups: itemsOf(at(site, 'themeConfig', 'sidebar')).map((group) => ({
      title: textAt(group, 'text'),
      items: itemsOf(at(group, 'items')).map((item) => ({
        title: textAt(item, 'text'),
        slug: textAt(item, 'link').replace(/^\//, ''),
      })),
    })),
  };
}

function textAt(literal: Literal, key: string): string {
  const text = textOf(at(literal, key));
  if (text === undefined) throw new TypeError(`${configFile} lacks a text "${key}" where one belongs`);
  return text;
}
