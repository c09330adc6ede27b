import { unreadable } from './format.ts';
import type { LineReader, LogFormat, LogLine } from './format.ts';
import { readRequestLine, toLine } from './request.ts';
import { fieldsBetweenBlanks, hasAllFields } from './separated.ts';
import { commonTime } from './time.ts';

/**
 * The server access log of Amazon S3, for a bucket that is a website or lies behind one:
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/LogFormat.html
 * Requests for the bucket itself, and writes, are skipped.
 */
export const s3: LogFormat = {
  name: 's3',
  json: false,
  open: openS3,
  isWhole: hasAllFields,
};

/** Up to and including the user agent. */
const fewestFields = 17;

function openS3(host: string | undefined): LineReader {
  return (line): LogLine => {
    const fields = fieldsBetweenBlanks(line);
    const [, bucket = '', time = '', address, , , operation = '', , request = '', status = ''] = fields;
    const at = commonTime(time);
    if (fields.length < fewestFields || at === undefined || !/^[A-Z0-9]+(?:\.[A-Z_]+)+$/.test(operation)) {
      return unreadable('it does not have the fields of a bucket');
    }
    if (!/\.(?:GET|HEAD)\.OBJECT$/.test(operation)) return undefined;
    const asked = readRequestLine(request);
    if (asked === undefined) return { drop: 'method', detail: 'It is no request of HTTP' };
    const sentTo = fields[22];
    return toLine({
      at,
      method: asked.method,
      target: withoutBucket(asked.target, bucket, sentTo),
      host: host ?? sentTo,
      status: status === '-' ? 0 : Number(status),
      referrer: fields[15],
      userAgent: fields[16],
      address,
    });
  };
}

/**
 * The path of a page is `/bucket/page` on `s3.amazonaws.com`, and `/page` on `bucket.s3.amazonaws.com` and on custom
 * hosts.
 */
function withoutBucket(target: string, bucket: string, host: string | undefined): string {
  const isPathStyle = host !== undefined && /^s3[.-].*amazonaws\.com/.test(host) && target.startsWith(`/${bucket}/`);
  return isPathStyle ? target.slice(bucket.length + 1) : target;
}
