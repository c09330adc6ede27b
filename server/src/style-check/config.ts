import { listedValues, parseIni, plainValue } from './ini.ts';
import type { IniSection } from './ini.ts';
import { NotChecked } from './tree.ts';

/** The styles that a check knows, by their rule files. */
export interface KnownStyles {
  styles: ReadonlySet<string>;
  /** `Google.We` for each existing rule. */
  rules: ReadonlySet<string>;
}

/** A configuration as written for Vale, and what was left out of it. */
export interface WrittenConfig {
  text: string;
  /** Whether it names any style or rule. */
  hasRules: boolean;
  /** All styles that it names. */
  named: Set<string>;
  /** Styles that it names and that do not exist. */
  missing: string[];
  /** Settings that are ignored, because they would run or fetch something, or lead elsewhere. */
  refused: string[];
}

/** Returns the folder of a configuration's styles within the repository, '' for the top; undefined if it names none. */
export function stylesFolderOf(text: string, configPath: string): string | undefined {
  const [core] = parseIni(text);
  const value = core?.keys.findLast(({ name }) => name === 'StylesPath')?.value;
  if (value === undefined) return undefined;
  const named = plainValue(value);
  const parts = named.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
  if (/^(?:[/\\~]|[A-Za-z]:)/.test(named) || parts.includes('..')) {
    throw new NotChecked(`StylesPath in ${configPath} leads out of its folder`);
  }
  return [...configPath.split('/').slice(0, -1), ...parts].join('/');
}

/**
 * Keys that are allowed above all sections, and in sections of files. Both lists contain only keys that are known to
 * read nothing but text.
 */
const coreKeys = new Set([
  'MinAlertLevel',
  'IgnoredScopes',
  'SkippedScopes',
  'IgnoredClasses',
  'WordTemplate',
  'Vocab',
]);
const sectionKeys = new Set(['BlockIgnores', 'TokenIgnores', 'IgnorePatterns']);

/**
 * Keys that are reported if they occur: `Transform` runs XSLT, `NLPEndpoint` sends pages to an address, views and
 * blueprints read other formats. `Packages` is not among them, because vendored packages work without it.
 */
const refusedKeys = new Set(['Transform', 'NLPEndpoint', 'CommentDelimiters', 'Blueprint', 'View', 'ViewPath']);

/** The comments of MDX. Any other delimiters would take prose for comments. */
const mdxComments = /^\{\/\*\s*,\s*\*\/\}$/;

/** Vale reads any other value as switching the rule off: `No`, and `Error` too. */
const levelPattern = /^(?:YES|suggestion|warning|error)$/;

/**
 * Writes a configuration anew with only what is allowed. Each line begins with a name from the lists above, or with the
 * name of a rule, so that nothing else gets in, however its value is read.
 */
export function writeConfig(text: string, known: KnownStyles): WrittenConfig {
  const [core = { name: '', keys: [] }, ...sections] = parseIni(text);
  const written: WrittenConfig = { text: '', hasRules: false, named: new Set(), missing: [], refused: [] };
  const lines = [...linesOf(core, coreKeys, written), '', '[formats]', 'mdx = md'];
  for (const section of sections.filter(isOfFiles)) {
    lines.push('', `[${section.name}]`, ...linesOf(section, sectionKeys, written), ...rulesOf(section, known, written));
  }
  return {
    ...written,
    text: `${lines.join('\n')}\n`,
    missing: [...new Set(written.missing)],
    refused: [...new Set(written.refused)],
  };
}

/**
 * Returns whether a section applies to files. Copydesk itself sets the formats: one that maps Markdown to AsciiDoc
 * would run a converter.
 */
function isOfFiles({ name }: IniSection): boolean {
  return name !== '' && !/^(?:formats|asciidoctor|DEFAULT)$/i.test(name);
}

function linesOf({ keys }: IniSection, allowed: ReadonlySet<string>, written: WrittenConfig): string[] {
  return keys.flatMap(({ name, value }) => {
    const isMdx = name === 'CommentDelimiters' && allowed === sectionKeys && mdxComments.test(plainValue(value));
    const isKnown = allowed.has(name) || isMdx;
    if (isKnown && staysWithin(name, value)) return [`${name} = ${value}`];
    if (isKnown || refusedKeys.has(name)) written.refused.push(name);
    return [];
  });
}

/**
 * Values that reach beyond their line. A value that continues on the next lines swallows these, including ours. A value
 * that names other settings is expanded with them, up to 99 times: five settings of 40 KB yield more than any machine's
 * memory.
 */
const goesBeyond = /^[\s\u0085]*(?:"""(?!.*""")|`[^`]*$)|\\[\s\u0085]*$|%\([^)]+\)s/;

/**
 * Returns whether a value is harmless. Vale searches the folder of a vocabulary recursively, and inserts words into a
 * template as `printf` does: `%999999d`.
 */
function staysWithin(name: string, value: string): boolean {
  if (goesBeyond.test(value)) return false;
  if (name === 'Vocab') return !value.includes('..');
  return name !== 'WordTemplate' || !value.replace('%s', '').includes('%');
}

function rulesOf({ keys }: IniSection, known: KnownStyles, written: WrittenConfig): string[] {
  return keys.flatMap(({ name, value }) => {
    if (name === 'BasedOnStyles') return [basedOnLine(value, known, written)];
    const [style = '', rule, ...rest] = name.split('.');
    const set = levelPattern.exec(plainValue(value))?.[0] ?? 'NO';
    if (rule === undefined || rest.length > 0 || !/^[\w-]+\.[\w-]+$/.test(name)) return [];
    written.named.add(style);
    if (style !== 'Vale' && !known.rules.has(name)) {
      if (!known.styles.has(style)) written.missing.push(style);
      return [];
    }
    written.hasRules ||= set !== 'NO';
    return [`${name} = ${set}`];
  });
}

function basedOnLine(value: string, known: KnownStyles, written: WrittenConfig): string {
  const named = listedValues(value);
  for (const style of named) written.named.add(style);
  const found = named.filter((style) => style === 'Vale' || known.styles.has(style));
  written.missing.push(...named.filter((style) => !found.includes(style)));
  written.hasRules ||= found.length > 0;
  return `BasedOnStyles = ${found.join(', ')}`;
}
