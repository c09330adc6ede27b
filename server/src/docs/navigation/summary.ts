import { pathWithin } from '../text/paths.ts';
import type { NavigationFormat } from '../site/kind.ts';
import { findByPath } from './finders.ts';
import { readSummary } from './summary-lists.ts';

/** A SUMMARY.md, as mdBook and GitBook read it. */
export const summaryFormat: NavigationFormat = {
  file: 'text',
  references: 'path',
  read: ({ text }, find) => readSummary(text, find),
  finder: async (view, site, source) => findByPath(view, site, source),
  async names(_view, { source, to, like }) {
    const inner = pathWithin(to, source.folder);
    const path = /%[0-9a-f]{2}/i.test(like.value) || inner.includes(' ') ? encodeURI(inner) : inner;
    return [like.value.startsWith('./') ? `./${path}` : path];
  },
  write(_file, _like, { title, value }) {
    return `[${title.replace(/[[\]]/g, '\\$&')}](${value.includes(' ') ? `<${value}>` : value})`;
  },
};
