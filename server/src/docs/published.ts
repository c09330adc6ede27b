/**
 * What is known of a site as readers see it. An address has the base of the site's configuration in front and no slash at
 * its end; '' is the top.
 */
export interface Published {
  /** Whether readers found a page there, or nothing; undefined where too few have asked. */
  answer(address: string): 'page' | 'nothing' | undefined;
  /** Whether the sitemap names it. */
  isListed(address: string): boolean;
  /** How many addresses below this one the sitemap names; 0 where not all of it is known. */
  listedBelow(address: string): number;
  /** What was to be used and could not be, each as a sentence. */
  notUsed: string[];
}

/** Reads what is known of the site of this base. What goes wrong with the site is told in `notUsed`. */
export type ReadPublished = (base: string) => Promise<Published>;
