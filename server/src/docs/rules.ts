import type { Problem } from './tree.ts';

/** Every rule that a problem can name, with its severity. */
const rules = {
  /** The page cannot be parsed within the limits of time, memory and size. */
  'markdown-parse': 'error',
  /** The page is not valid MDX, so the site does not build. */
  'mdx-parse': 'error',
  'front-matter-yaml': 'error',
  /** A link names a file or address that does not exist. */
  'link-broken': 'error',
  /** A link names a heading or id that its page does not have. */
  'anchor-broken': 'error',
  'image-missing': 'error',
  /** The navigation names a page that does not exist. */
  'navigation-missing-page': 'error',
  /** A complete navigation does not name the page. */
  'navigation-lost-page': 'warning',
  /** The navigation file cannot be read. */
  'navigation-parse': 'error',
  /** A component or element names a file of the repository that does not exist. */
  'file-missing': 'error',
  /** A page imports a file that does not exist. */
  'import-missing': 'error',
  /** A page includes a file that does not exist. */
  'include-missing': 'error',
  /** A file of JSON, YAML or TOML that does not parse. */
  'data-parse': 'error',
  /** A description of an interface (OpenAPI, AsyncAPI) that breaks its own schema. */
  'description-invalid': 'error',
  /** A `$ref` of a description that leads nowhere. */
  'description-reference-missing': 'error',
  /** A redirect leads to a page that does not exist. */
  'redirect-broken': 'error',
  /** Redirects lead in a circle. */
  'redirect-loop': 'error',
  /** A redirect leads to another one. */
  'redirect-chain': 'warning',
  /** An earlier address neither exists any more nor is redirected. */
  'address-lost': 'warning',
  /** Invisible characters: programs, and models that read the page later, may read another text than people do. */
  'hidden-characters': 'error',
  'title-missing': 'warning',
  'description-missing': 'warning',
} as const satisfies Record<string, Problem['severity']>;

export type Rule = keyof typeof rules;

/** A problem with a key that identifies it even if lines and spellings change. */
export interface Finding extends Problem {
  /** Names the fault without its position: the same fault before and after a change has the same key. */
  key: string;
}

export function problem(rule: Rule, path: string, line: number, message: string, key: string): Finding {
  return { rule, severity: rules[rule], path, line, message, key: `${rule} ${key}` };
}
