import { isInnerList, parseDictionary, serializeBareItem, serializeInnerList, serializeItem } from 'structured-headers';
import type { InnerList, Item } from 'structured-headers';

/** The parts of a request that signatures cover. */
export interface SignedRequest {
  method: string;
  url: URL;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
}

/**
 * Returns the text that a signature signs (RFC 9421, 2.5).
 *
 * @param input the member of `Signature-Input`: the covered components, and the parameters.
 * @returns undefined when it covers something that is not known about the request.
 */
export function signatureBase(request: SignedRequest, input: InnerList): string | undefined {
  const lines: string[] = [];
  for (const component of input[0]) {
    const value = valueOf(request, component);
    if (value === undefined) return undefined;
    lines.push(`${serializeItem(component)}: ${value}`);
  }
  lines.push(`"@signature-params": ${serializeInnerList(input)}`);
  return lines.join('\n');
}

function valueOf(request: SignedRequest, [name, parameters]: Item): string | undefined {
  if (typeof name !== 'string') return undefined;
  if (name === '@query-param') return queryParameter(request, parameters);
  if (name.startsWith('@')) return parameters.size === 0 ? derivedComponent(request, name) : undefined;
  const header = request.headers[name]?.trim();
  if (header === undefined || parameters.size === 0) return header;
  const key = parameters.get('key');
  return parameters.size === 1 && typeof key === 'string' ? memberOf(header, key) : undefined;
}

/** Returns a derived component (RFC 9421, 2.2), as far as a view has it. */
function derivedComponent({ method, url }: SignedRequest, name: string): string | undefined {
  switch (name) {
    case '@method':
      return method;
    case '@authority':
      return url.host;
    case '@scheme':
      return url.protocol.slice(0, -1);
    case '@target-uri':
      return url.href;
    case '@path':
      return url.pathname;
    case '@query':
      return url.search === '' ? '?' : url.search;
    case '@request-target':
      return `${url.pathname}${url.search}`;
    default:
      return undefined;
  }
}

/** Returns one parameter of the query, which must not occur twice (RFC 9421, 2.2.8). */
function queryParameter({ url }: SignedRequest, parameters: Item[1]): string | undefined {
  const name = parameters.get('name');
  if (parameters.size !== 1 || typeof name !== 'string') return undefined;
  const values = [...url.searchParams].flatMap(([key, value]) => (formEncoded(key) === name ? [value] : []));
  return values.length === 1 ? formEncoded(values[0] ?? '') : undefined;
}

/** Encodes a text as URLs encode form data, with `%20` for a space. */
function formEncoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()~]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** Returns one member of a dictionary in its canonical form (RFC 9421, 2.1.2). */
function memberOf(header: string, key: string): string | undefined {
  try {
    const member = parseDictionary(header).get(key);
    if (member === undefined) return undefined;
    if (isInnerList(member)) return serializeInnerList(member);
    return member[1].size === 0 ? serializeBareItem(member[0]) : serializeItem(member);
  } catch {
    return undefined;
  }
}
