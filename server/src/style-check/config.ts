import { listedValues, parseIni, plainValue } from './ini.ts';
import type { IniSection } from './ini.ts';
import { NotChecked } from './tree.ts';

/** The styles that a check has, by the files of their rules. */
export interface KnownStyles {
  styles: ReadonlySet<string>;
  /** `Google.We` for each rule that is there. */
  rules: ReadonlySet<string>;
}

/** A configuration as it is written for Vale, with what of it was left out. */
export interface WrittenConfig {
  text: string;
  /** Whether anything of it names a style or a rule. */
  hasRules: boolean;
  /** All styles that it names. */
  named: Set<string>;
  /** Styles that it names and nobody has. */
  missing: string[];
  /** Settings that are not honoured, since they would run or fetch something, or lead elsewhere. */
  refused: string[];
}

/** The folder of a configuration's styles within the repository, '' for its top; undefined where it names none. */
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

/** What may stand above all sections, and in those of files. Both are lists of what is known to read text alone. */
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
 * Told where they stand: `Transform` runs XSLT, `NLPEndpoint` sends pages to an address, views and blueprints read other
 * formats. `Packages` is not among them: what is vendored works without.
 */
const refusedKeys = new Set(['Transform', 'NLPEndpoint', 'CommentDelimiters', 'Blueprint', 'View', 'ViewPath']);

/** The comments of MDX; anything else would take prose for comments. */
const mdxComments = /^\{\/\*\s*,\s*\*\/\}$/;

/** Whatever else stands there switches a rule off, as Vale reads it: `No`, and `Error` too. */
const level = /^(?:YES|suggestion|warning|error)$/;

/**
 * Writes a configuration anew with what may stand in one. Each line begins with a name of the lists above, or with that of a
 * rule, so that nothing else gets in, however its value is read.
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

/** Formats are ours to say: one that takes Markdown for AsciiDoc would run a converter. */
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
 * Where a value goes on in the next lines, it takes these away, our own among them. One that names other settings is filled in
 * with them, up to 99 times: five settings of 40 KB make more than any machine holds.
 */
const goesBeyond = /^[\s\u0085]*(?:"""(?!.*""")|`[^`]*$)|\\[\s\u0085]*$|%\([^)]+\)s/;

/** Vale searches the folder of a vocabulary with all that is below, and fills words into a template as `printf` does: `%999999d`. */
function staysWithin(name: string, value: string): boolean {
  if (goesBeyond.test(value)) return false;
  if (name === 'Vocab') return !value.includes('..');
  return name !== 'WordTemplate' || !value.replace('%s', '').includes('%');
}

function rulesOf({ keys }: IniSection, known: KnownStyles, written: WrittenConfig): string[] {
  return keys.flatMap(({ name, value }) => {
    if (name === 'BasedOnStyles') return [basedOn(value, known, written)];
    const [style = '', rule, ...rest] = name.split('.');
    const set = level.exec(plainValue(value))?.[0] ?? 'NO';
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

function basedOn(value: string, known: KnownStyles, written: WrittenConfig): string {
  const named = listedValues(value);
  for (const style of named) written.named.add(style);
  const found = named.filter((style) => style === 'Vale' || known.styles.has(style));
  written.missing.push(...named.filter((style) => !found.includes(style)));
  written.hasRules ||= found.length > 0;
  return `BasedOnStyles = ${found.join(', ')}`;
}
