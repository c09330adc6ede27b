/** The languages of a site, and what tells them apart: the first folder of a page, or the ending of its name. */
export interface Locales {
  names: string[];
  /** The language of addresses that name none. */
  original: string;
  by: 'folder' | 'suffix';
}
