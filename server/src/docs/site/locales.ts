/** The languages of a site, and how a page shows its language: by its first folder, or by a suffix of its name. */
export interface Locales {
  names: string[];
  /** The language of addresses that name no language. */
  original: string;
  by: 'folder' | 'suffix';
}
