import { expect, test } from 'vitest';
import { outcomeOf } from '../../src/webhooks/outcome.ts';
import { plainLine, reasonOf, SendFailure } from '../../src/webhooks/send-failure.ts';

const now = new Date('2026-01-05T09:30:00Z');
const outcome = (status: number, retryAfter?: string, excerpt = '') => outcomeOf({ status, retryAfter, excerpt }, now);

test.each([
  [200, 'delivered'],
  [204, 'delivered'],
  [299, 'delivered'],
  [301, 'failed'],
  [302, 'failed'],
  [304, 'failed'],
  [307, 'failed'],
  [400, 'failed'],
  [404, 'failed'],
  [410, 'gone'],
  [429, 'failed'],
  [500, 'failed'],
  [999, 'failed'],
])('%i is %s', (status, result) => {
  expect(outcome(status)).toMatchObject({ status, result });
  expect(outcome(status).error === null).toBe(result === 'delivered');
});

test('the error of a redirect says that it is not followed, and not where it leads', () => {
  expect(outcome(302, undefined, 'see http://127.0.0.1/').error).toMatch(
    /^The receiver answered 302, and redirects are not/,
  );
  expect(outcome(302, undefined, 'see http://127.0.0.1/').error).not.toContain('127.0.0.1');
});

test.each([
  [429, '120', 120],
  [503, '120', 120],
  [503, 'Mon, 05 Jan 2026 09:31:00 GMT', 60],
  [503, 'Mon, 05 Jan 2026 09:29:00 GMT', 0],
  [503, 'soon', undefined],
  [503, '-5', undefined],
  [503, undefined, undefined],
  [500, '120', undefined],
])('status %i with Retry-After %s asks for a pause of %s seconds', (status, retryAfter, seconds) => {
  expect(outcome(status, retryAfter).retryAfterSeconds).toBe(seconds);
});

test('the text of a receiver becomes one plain line', () => {
  expect(plainLine('a\r\nb\0c\u001b[31md\u202ee\u2028f\ud800g')).toBe('a b c [31md e f g');
  expect(plainLine('x'.repeat(1_000))).toHaveLength(300);
  expect(plainLine('🦊'.repeat(1_000), 10)).toBe(`${'🦊'.repeat(9)}…`);
});

test('any thrown error gets a reason in words', () => {
  expect(reasonOf(new SendFailure('Nothing was sent.'))).toBe('Nothing was sent.');
  expect(reasonOf(coded('ECONNREFUSED', 'connect ECONNREFUSED 10.1.2.3:80'))).toMatch(/^The connection was refused/);
  expect(reasonOf(coded('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'))).toMatch(/self-signed certificate/);
  expect(reasonOf(coded('EWHATEVER'))).toContain('EWHATEVER');
  expect(reasonOf('x')).toContain('no reason is known');
});

function coded(code: string, message = ''): Error {
  return Object.assign(new Error(message), { code });
}
