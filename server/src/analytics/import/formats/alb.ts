import { unescapeText } from './escapes.ts';
import { unreadable } from './format.ts';
import type { LogFormat, LogLine } from './format.ts';
import { readRequestLine, toLine } from './request.ts';
import { fieldsBetweenBlanks, hasAllFields } from './separated.ts';
import { readTime } from './time.ts';

/**
 * The access log of AWS's Application Load Balancer, with fields separated by spaces and the complete requested
 * address. It has no referrer.
 * https://docs.aws.amazon.com/elasticloadbalancing/latest/application/load-balancer-access-logs.html
 */
export const alb: LogFormat = {
  name: 'alb',
  json: false,
  open: () => readAlb,
  isWhole: hasAllFields,
};

/** Up to the trace id; later versions added more. */
const fewestFields = 18;

function readAlb(line: string): LogLine {
  const fields = fieldsBetweenBlanks(line);
  const [type = '', time, , client, , , , , status = '', , , , request = '', userAgent = ''] = fields;
  if (fields.length < fewestFields || !/^(?:https?|h2|grpcs|wss?)$/.test(type)) {
    return unreadable('it does not have the fields of a load balancer');
  }
  const asked = readRequestLine(request);
  if (asked === undefined) return { drop: 'method', detail: 'It is no request of HTTP' };
  return toLine({
    at: readTime(time),
    ...asked,
    // `-`: the reader disconnected before there was a response.
    status: status === '-' ? 0 : Number(status),
    userAgent: unescapeText(userAgent),
    address: client?.replace(/^\[|\]?:\d+$/g, ''),
  });
}
