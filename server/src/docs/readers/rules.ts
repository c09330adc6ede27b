/** The rules of one page, found in its source. */
export const pageRules = [
  /** The text of the page is longer than what many AI readers get of a page. */
  'page-size',
  /** A long page, most of which is data: large tables, JSON, or base64. */
  'page-data',
  /** A fenced block of code without a language. */
  'code-language',
  /** A fenced block of code without its closing fence. */
  'code-unclosed',
  /** Two sections with the same heading below the same headings. */
  'heading-repeated',
  /** A link whose words do not say where it leads. */
  'link-words',
  /** An image without words: nothing remains of it in the text. */
  'image-words',
] as const;

/** The rules of a site's `llms.txt`, and of its pages as Markdown. */
export const siteRules = [
  /** The site has no `llms.txt`. */
  'index-missing',
  /** A page that `llms.txt` does not name. */
  'index-lacks-page',
  /** An address of the site in `llms.txt` that is no page. */
  'index-unknown-page',
  /** `llms.txt` is longer than what many AI readers get. */
  'index-size',
  /** AI readers ask for pages as Markdown, and get 404. */
  'twins-missing',
] as const;

export type PageRule = (typeof pageRules)[number];
export type SiteRule = (typeof siteRules)[number];
