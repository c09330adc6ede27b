import type { IncomingHttpHeaders } from 'node:http';
import type { CollectEvent } from '@copydesk/contract';
import type { CollectedEvent } from '../../analytics/collect/draft.ts';
import type { Sending } from './sending.ts';

/**
 * Returns a browser's events. The sender is taken from the headers and the address of the request, and never from the
 * body, which anyone may write.
 */
export function browserEvents(
  events: CollectEvent[],
  { headers, target, address }: Sending,
  baseUrl: string,
): CollectedEvent[] {
  const own = {
    userAgent: headers['user-agent'] ?? '',
    headers: headersOf(headers),
    // It is needed for signatures only, and few requests are signed.
    headersSentTo: headers.signature === undefined ? undefined : sentTo(baseUrl, target),
    ip: address,
  };
  return events.map((event) => ({ ...event, ...own }));
}

/**
 * Returns the address that a signature covers. When the target is a whole address, only its path counts, because the
 * client chose the rest.
 */
function sentTo(baseUrl: string, target = '/'): URL | undefined {
  return URL.parse(`${baseUrl}${target.replace(/^https?:\/\/[^/?#]*/i, '')}`) ?? undefined;
}

/** The event contains the page's own referrer; the referrer of this request is the page itself. */
const leftOut = new Set(['cookie', 'authorization', 'referer', 'user-agent']);

function headersOf(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of Object.keys(headers)) {
    const value = headers[name];
    if (value !== undefined && !leftOut.has(name)) kept[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return kept;
}
