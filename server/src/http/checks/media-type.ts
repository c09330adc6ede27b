import { CopydeskError } from '@copydesk/contract';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * Checks 415: the body must be JSON in UTF-8 and not compressed. Its media type must be `application/json` or, when
 * others are given, one of those.
 *
 * @throws CopydeskError `unsupported_media_type`.
 */
export function requireJson(headers: IncomingHttpHeaders, mediaTypes: string[] = ['application/json']): void {
  const type = headers['content-type'];
  if (type === undefined) throw unsupported('There is no Content-Type header');
  if (!mediaTypes.includes(type)) requireOneOf(mediaTypes, type);
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw unsupported('The body is compressed (Content-Encoding)');
  }
}

/** Checks a media type that has parameters, or is written in another way. */
function requireOneOf(mediaTypes: string[], type: string): void {
  const [mediaType = '', ...parameters] = type.split(';');
  if (!mediaTypes.includes(mediaType.trim().toLowerCase())) throw unsupported('The Content-Type is another one');
  if (!parameters.every(saysUtf8OrNothing)) throw unsupported('The Content-Type names another charset than UTF-8');
}

function saysUtf8OrNothing(parameter: string): boolean {
  const [name = '', value = ''] = parameter.split('=', 2);
  return name.trim().toLowerCase() !== 'charset' || /^"?utf-?8"?$/i.test(value.trim());
}

function unsupported(found: string): CopydeskError {
  return new CopydeskError(
    'unsupported_media_type',
    `${found}. Send JSON in UTF-8, not compressed, with "Content-Type: application/json".`,
  );
}
