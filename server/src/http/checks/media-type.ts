import { CopydeskError } from '@copydesk/contract';
import type { IncomingHttpHeaders } from 'node:http';

/**
 * 415: the body must be JSON, in UTF-8 and not compressed, and told as `application/json` or, where those are given, as
 * one of other media types.
 *
 * @throws CopydeskError `unsupported_media_type`.
 */
export function requireJson(headers: IncomingHttpHeaders, mediaTypes: string[] = ['application/json']): void {
  const type = headers['content-type'];
  if (type === undefined) throw unsupported('There is no Content-Type header');
  const [mediaType = '', ...parameters] = type.split(';');
  if (!mediaTypes.includes(mediaType.trim().toLowerCase())) throw unsupported('The Content-Type is another one');
  if (!parameters.every(saysUtf8OrNothing)) throw unsupported('The Content-Type names another charset than UTF-8');
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.trim().toLowerCase() !== 'identity') {
    throw unsupported('The body is compressed (Content-Encoding)');
  }
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
