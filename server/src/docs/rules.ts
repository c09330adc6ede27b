import type { Problem } from './tree.ts';

/** Every rule that a problem can name, and how bad breaking it is. */
const rules = {
  /** The page cannot be parsed within the limits of time, memory and size. */
  'markdown-parse': 'error',
  /** The page is no MDX, so the site does not build. */
  'mdx-parse': 'error',
  'front-matter-yaml': 'error',
  /** A link names a file or address that is not there. */
  'link-broken': 'error',
  /** A link names a heading or id that its page does not have. */
  'anchor-broken': 'error',
  'image-missing': 'error',
  /** The navigation names a page that is not there. */
  'navigation-missing-page': 'error',
  /** A page that a complete navigation does not name. */
  'navigation-lost-page': 'warning',
  /** The file of the navigation cannot be read. */
  'navigation-parse': 'error',
  /** A component or element names a file of the repository that is not there. */
  'file-missing': 'error',
  /** A page imports a file that is not there. */
  'import-missing': 'error',
  /** A page takes in a file that is not there. */
  'include-missing': 'error',
  /** A file of JSON, YAML or TOML that does not parse. */
  'data-parse': 'error',
  /** A description of an interface (OpenAPI, AsyncAPI) that breaks its own schema. */
  'description-invalid': 'error',
  /** A `$ref` of a description that leads nowhere. */
  'description-reference-missing': 'error',
  /** A redirect leads to a page that is not there. */
  'redirect-broken': 'error',
  /** Redirects lead in a circle. */
  'redirect-loop': 'error',
  /** A redirect leads to another one. */
  'redirect-chain': 'warning',
  /** An address that was there is neither there any more nor redirected. */
  'address-lost': 'warning',
  /** Characters that nobody sees: programs, and models that read the page later, may read another text than people do. */
  'hidden-characters': 'error',
  'title-missing': 'warning',
  'description-missing': 'warning',
} as const satisfies Record<string, Problem['severity']>;

export type Rule = keyof typeof rules;

/** A problem with what tells it apart from others when lines and spellings move. */
export interface Finding extends Problem {
  /** What is wrong, without where: the same fault before and after a change has the same key. */
  key: string;
}

export function problem(rule: Rule, path: string, line: number, message: string, key: string): Finding {
  return { rule, severity: rules[rule], path, line, message, key: `${rule} ${key}` };
}
