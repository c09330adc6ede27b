import { isRunningAddress } from './addresses.ts';
import { collapseSpace, longestWordOf, type CodePiece } from './piece.ts';

/** An attribute as written, its value decoded. */
export interface Attribute {
  name: string;
  value: string | undefined;
  offset: number;
}

/** An element of a page, with its body if it is a script or a style. */
export interface Element {
  name: string;
  attributes: readonly Attribute[];
  offset: number;
  /** The offset after its opening tag. */
  end: number;
  /** The text between the tags of a script or a style. */
  body?: string;
  bodyOffset?: number;
}

/** Returns what an element runs in browsers: a script, a frame, an event handler, an address. */
export function elementCode({ name: written, attributes, offset, body = '' }: Omit<Element, 'end'>): CodePiece[] {
  const name = written.toLowerCase().replace(/^[^:]*:(?=\w+$)/, '');
  const isComponent = /^[A-Z]|[.-]/.test(written);
  return [
    ...attributes.flatMap((attribute) => attributeCode(attribute, isComponent)),
    ...(byName.get(name)?.({ name, attributes, offset, body }) ?? []),
    ...(embeds.has(name) ? embedCode({ name, attributes, offset, body }) : []),
  ];
}

type ReadElement = Omit<Element, 'end'> & { body: string };

/** What elements with these names run, besides their attributes. */
const byName = new Map<string, (element: ReadElement) => CodePiece[]>([
  ['script', scriptCode],
  ['link', linkCode],
  ['meta', metaCode],
  ['animate', animationCode],
  ['set', animationCode],
  ['animatetransform', animationCode],
  ['animatemotion', animationCode],
  ['handler', embedCode],
  ['listener', embedCode],
]);

function scriptCode({ attributes, offset, body }: ReadElement): CodePiece[] {
  if (isData(attributes)) return [];
  const source = sourceOf(attributes);
  // React writes the property between the tags.
  const code = collapseSpace(`${valueOf(attributes, /^children$/) ?? ''} ${body}`);
  return [
    ...(source === '' ? [] : [piece('script', `script from ${source}`, source, offset)]),
    ...(code === '' ? [] : [piece('script', `script within ${code}`, code, offset)]),
  ];
}

/** Links that only describe: what they name is loaded by nobody, or as an image. */
export const plainRelations =
  /^\s*(?:(?:canonical|alternate|icon|shortcut|apple-touch-icon|mask-icon|author|license|next|prev|me|help|search|bookmark|tag|nofollow|noopener|noreferrer|external|dns-prefetch)\s*)+$/i;

function linkCode({ attributes, offset }: ReadElement): CodePiece[] {
  const relation = valueOf(attributes, /^rel$/);
  if (relation !== undefined && plainRelations.test(relation)) return [];
  const source = sourceOf(attributes);
  return [piece('embed', `link ${source}`, source, offset)];
}

function metaCode({ attributes, offset }: ReadElement): CodePiece[] {
  const command = valueOf(attributes, /^http-?equiv$/);
  if (command === undefined || /^\s*(?:content-type|content-language|x-ua-compatible)\s*$/i.test(command)) return [];
  const content = valueOf(attributes, /^content$/) ?? '';
  return [piece('address', `refresh ${command} ${content}`, 'refresh', offset)];
}

/** Attributes of pictures that an animation may change: anything else, such as an address, may run. */
const drawn =
  /^(?:[xy][12]?|c[xy]|d[xy]?|r[xy]?|width|height|points|d|opacity|fill|stroke|(?:fill|stroke|stop|flood)-[a-z]+|transform|offset|visibility|display|color|viewBox|startOffset|std?Deviation|scale|rotate|font-size|letter-spacing|values|seed|baseFrequency|gradientTransform|patternTransform)$/i;

function animationCode({ name, attributes, offset }: ReadElement): CodePiece[] {
  const changed = valueOf(attributes, /^attributename$/) ?? '';
  if (changed === '' ? /^animate(?:transform|motion)$/.test(name) : drawn.test(changed.trim())) return [];
  const values = attributes.map(({ name: key, value = '' }) => `${key}=${value}`).join(' ');
  return [piece('handler', `${name} ${collapseSpace(values)}`, changed || name, offset)];
}

function embedCode({ name, attributes, offset }: Omit<Element, 'end'>): CodePiece[] {
  const source = sourceOf(attributes);
  // A computed address leads anywhere.
  const host = source.startsWith('{') ? collapseSpace(source) : hostOf(source);
  return [piece('embed', `${name} ${host}`, host || name, offset)];
}

function sourceOf(attributes: readonly Attribute[]): string {
  return valueOf(attributes, /^(?:src|href|data|code|xlink:href|action)$/) ?? '';
}

const embeds = new Set(
  'iframe frame frameset object embed applet portal base form foreignobject webview fencedframe isindex plaintext'.split(
    ' ',
  ),
);

/** Beginnings of attributes by which libraries run what their values say: Alpine, htmx, Vue, Angular, Svelte. */
const libraryAttribute = /^(?:x-|hx-|data-hx-|v-|ng-|data-ng-|bind:|on:|use:|[@:#*([{_])/i;

function attributeCode({ name: written, value = '', offset }: Attribute, isComponent: boolean): CodePiece[] {
  // In an address in angle brackets, a quotation mark ends the attribute that the address becomes.
  const name = written.toLowerCase().replace(/^["']+/, '');
  if (/^on[a-z]{2,}/.test(name) && !(isComponent && noHandlers.has(name)))
    return [piece('handler', `${name} ${collapseSpace(value)}`, name, offset)];
  if (libraryAttribute.test(name) && !(name.startsWith('#') && value === ''))
    return [piece('handler', `${name} ${collapseSpace(value)}`, name, offset)];
  if (name === 'set:html') return [piece('script', `set:html ${collapseSpace(value)}`, 'set:html', offset)];
  if (name === 'srcdoc') return [piece('script', `srcdoc ${collapseSpace(value)}`, 'srcdoc', offset)];
  if (isRunningAddress(value))
    return [piece('address', `address ${collapseSpace(value)}`, longestWordOf(value), offset)];
  return [];
}

/** Names of component properties that begin with `on` and are no event handlers. */
export const noHandlers = new Set(['once', 'ones', 'only', 'online', 'ongoing', 'onboarding', 'one']);

function piece(kind: CodePiece['kind'], key: string, seek: string, offset: number): CodePiece {
  return { kind, runs: 'reader', key, seek: longestWordOf(seek), offset };
}

/** Returns whether a script is data, such as JSON-LD, of which browsers run nothing. */
export function isData(attributes: readonly Attribute[]): boolean {
  const type = valueOf(attributes, /^type$/);
  return (
    type !== undefined &&
    /^(?:application\/(?:ld\+)?json|text\/(?:plain|template|markdown)|speculationrules)$/i.test(type.trim())
  );
}

/**
 * Returns the host of an address: videos of one host count as the same wherever a page shows them. Addresses within the
 * site have no host.
 */
function hostOf(address: string): string {
  return /^\s*(?:[a-z]+:)?[\\/]{2}([^\\/?#\s"']+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
}

function valueOf(attributes: readonly Attribute[], name: RegExp): string | undefined {
  return attributes.find((attribute) => name.test(attribute.name.toLowerCase()))?.value;
}
