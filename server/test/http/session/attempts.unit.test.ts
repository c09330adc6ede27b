import { expect, test } from 'vitest';
import { countAttempts } from '../../../src/http/session/attempts.ts';

const at = (seconds: number) => new Date(seconds * 1000);

test('ten failures within a minute close the door to their address, until the minute is over', () => {
  const attempts = countAttempts();
  for (let second = 0; second < 10; second += 1) {
    attempts.require('192.0.2.1', at(second));
    attempts.failed('192.0.2.1', at(second));
  }
  expect(() => attempts.require('192.0.2.1', at(10))).toThrow(
    expect.objectContaining({ code: 'quota_exceeded', retryAfterSeconds: 50 }),
  );
  expect(() => attempts.require('192.0.2.2', at(10))).not.toThrow();
  expect(() => attempts.require('192.0.2.1', at(60))).not.toThrow();
});
