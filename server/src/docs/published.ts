/**
 * What is known of the published site. An address begins with the base of the site's configuration and has no trailing
 * slash; '' is the top.
 */
export interface Published {
  /** Returns whether readers found a page at an address, or nothing; undefined if too few requested it. */
  answer(address: string): 'page' | 'nothing' | undefined;
  /** Returns whether the sitemap contains the address. */
  isListed(address: string): boolean;
  /** Returns how many addresses below this one the sitemap contains; 0 if the sitemap is not known completely. */
  listedBelow(address: string): number;
  /** Sources that should have been used and could not be, each as a sentence. */
  notUsed: string[];
}

/** Reads what is known of the site with this base. Errors of the site are reported in `notUsed`. */
export type ReadPublished = (base: string) => Promise<Published>;
