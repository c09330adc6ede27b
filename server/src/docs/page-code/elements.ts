import { isRunningAddress } from './addresses.ts';
import { collapseSpace, longestWordOf, type CodePiece } from './piece.ts';

/** An attribute as written. */
export interface Attribute {
  name: string;
  value: string | undefined;
  offset: number;
}

/** An element of a page, with its body if it is a script. */
export interface Element {
  name: string;
  attributes: readonly Attribute[];
  offset: number;
  /** The text between the tags of a script. */
  body?: string;
  bodyOffset?: number;
}

/** Returns what an element runs in browsers: a script, a frame, an event handler, an address. */
export function elementCode({ name: written, attributes, offset, body = '' }: Element): CodePiece[] {
  const name = written.toLowerCase().replace(/^\w+:(?=script$|foreignobject$)/, '');
  return [
    ...attributes.flatMap((attribute) => attributeCode(attribute)),
    ...(byName.get(name)?.({ name, attributes, offset, body }) ?? []),
    ...(embeds.has(name) ? embedCode({ name, attributes, offset }) : []),
  ];
}

/** What elements with these names run, besides their attributes. */
const byName = new Map<string, (element: Element) => CodePiece[]>([
  ['script', scriptCode],
  ['link', linkCode],
  ['meta', metaCode],
]);

function scriptCode({ attributes, offset, body = '' }: Element): CodePiece[] {
  if (isData(valueOf(attributes, /^type$/))) return [];
  const source = sourceOf(attributes);
  const code = collapseSpace(body);
  return [
    ...(source === '' ? [] : [piece('script', `script from ${source}`, source, offset)]),
    ...(code === '' ? [] : [piece('script', `script within ${code}`, code, offset)]),
  ];
}

function linkCode({ attributes, offset }: Element): CodePiece[] {
  if (!/stylesheet|import|preload|manifest/i.test(valueOf(attributes, /^rel$/) ?? '')) return [];
  const source = sourceOf(attributes);
  return [piece('embed', `link ${source}`, source, offset)];
}

function metaCode({ attributes, offset }: Element): CodePiece[] {
  if (!/refresh/i.test(valueOf(attributes, /^http-equiv$/) ?? '')) return [];
  return [piece('address', `refresh ${valueOf(attributes, /^content$/) ?? ''}`, 'refresh', offset)];
}

function embedCode({ name, attributes, offset }: Element): CodePiece[] {
  const host = hostOf(sourceOf(attributes));
  return [piece('embed', `${name} ${host}`, host || name, offset)];
}

function sourceOf(attributes: readonly Attribute[]): string {
  return valueOf(attributes, /^(?:src|href|data|code|xlink:href|action)$/) ?? '';
}

const embeds = new Set(
  'iframe frame frameset object embed applet portal base form foreignobject webview fencedframe'.split(' '),
);

function attributeCode({ name: written, value = '', offset }: Attribute): CodePiece[] {
  const name = written.toLowerCase();
  if (/^on[a-z]{2,}$/.test(name) && !noHandlers.has(name))
    return [piece('handler', `${name} ${collapseSpace(value)}`, name, offset)];
  if (name === 'set:html') return [piece('script', `set:html ${collapseSpace(value)}`, 'set:html', offset)];
  if (name === 'srcdoc') return [piece('script', `srcdoc ${collapseSpace(value)}`, 'srcdoc', offset)];
  if (isRunningAddress(value))
    return [piece('address', `address ${collapseSpace(value)}`, longestWordOf(value), offset)];
  return [];
}

/** Names of component properties that begin with `on` and are no event handlers. */
const noHandlers = new Set(['once', 'ones', 'only', 'online', 'ongoing', 'onboarding', 'one']);

function piece(kind: CodePiece['kind'], key: string, seek: string, offset: number): CodePiece {
  return { kind, runs: 'reader', key, seek: longestWordOf(seek), offset };
}

/** Returns whether a script is data, such as JSON-LD, of which browsers run nothing. */
function isData(type: string | undefined): boolean {
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
  return /^\s*(?:[a-z]+:)?\/\/([^/?#\s"']+)/i.exec(address)?.[1]?.toLowerCase() ?? '';
}

function valueOf(attributes: readonly Attribute[], name: RegExp): string | undefined {
  return attributes.find((attribute) => name.test(attribute.name.toLowerCase()))?.value;
}
