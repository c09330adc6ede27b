import { readJavaScript } from '../docs/literal/javascript.ts';
import { valueAt, itemsOf, textOf } from '../docs/literal/literal.ts';
import type { Literal } from '../docs/literal/literal.ts';

/** The contents of the docs, in reading order. */
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
  /** The path below `/docs`, without a leading slash; '' is the first page. */
  slug: string;
}

/** The path of the configuration, relative to the folder of the docs. */
export const configFile = '.vitepress/config.js';

/**
 * Reads the contents from the site's own configuration (https://vitepress.dev/reference/default-theme-sidebar). As for
 * any other site, it is parsed and never run.
 */
export function readContents(config: string): Contents {
  const site = readJavaScript(config, 'js');
  return {
    title: textAt(site, 'title'),
    description: textAt(site, 'description'),
    groups: itemsOf(valueAt(site, 'themeConfig', 'sidebar')).map((group) => ({
      title: textAt(group, 'text'),
      items: itemsOf(valueAt(group, 'items')).map((item) => ({
        title: textAt(item, 'text'),
        slug: textAt(item, 'link').replace(/^\//, ''),
      })),
    })),
  };
}

function textAt(literal: Literal, key: string): string {
  const text = textOf(valueAt(literal, key));
  if (text === undefined) throw new TypeError(`${configFile} lacks a text "${key}" where one belongs`);
  return text;
}
