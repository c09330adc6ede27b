import { expect, test } from 'vitest';
import { countAttempts } from '../../../src/http/session/attempts.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const refusal = (retryAfterSeconds: number) => expect.objectContaining({ code: 'quota_exceeded', retryAfterSeconds });

test('ten failures within a minute block their address until the minute is over', () => {
  const attempts = countAttempts();
  for (let second = 0; second < 10; second += 1) attempts.begin({ address: '192.0.2.1' }, at(second));
  expect(() => attempts.begin({ address: '192.0.2.1' }, at(10))).toThrow(refusal(50));
  expect(() => attempts.begin({ address: '192.0.2.2' }, at(10))).not.toThrow();
  expect(() => attempts.begin({ address: '192.0.2.1' }, at(60))).not.toThrow();
});

test('successful attempts do not count', () => {
  const attempts = countAttempts();
  for (let second = 0; second < 50; second += 1) attempts.begin({ address: '192.0.2.1' }, at(second))();
  expect(() => attempts.begin({ address: '192.0.2.1' }, at(50))).not.toThrow();
});

test('attempts in progress count as well', () => {
  const attempts = countAttempts();
  const under = Array.from({ length: 10 }, () => attempts.begin({ address: '192.0.2.1' }, at(0)));
  expect(() => attempts.begin({ address: '192.0.2.1' }, at(0))).toThrow(refusal(60));
  under[0]?.();
  expect(() => attempts.begin({ address: '192.0.2.1' }, at(0))).not.toThrow();
});

test('guesses of an account’s password count together from all addresses, in any case of its name', () => {
  const attempts = countAttempts();
  for (let one = 0; one < 20; one += 1) {
    attempts.begin({ address: `192.0.2.${one}`, account: one % 2 ? 'Ada@example.com' : 'ada@EXAMPLE.com' }, at(0));
  }
  expect(() => attempts.begin({ address: '198.51.100.1', account: 'ada@example.com' }, at(60))).toThrow(refusal(540));
  expect(() => attempts.begin({ address: '198.51.100.1', account: 'grace@example.com' }, at(60))).not.toThrow();
});

test('guesses from elsewhere do not block a person in a network from which they signed in before', () => {
  const attempts = countAttempts();
  const account = 'ada@example.com';
  const guess = (address: string, second: number) => attempts.begin({ address, account }, at(second));
  guess('198.51.100.1', 0)();
  for (let one = 0; one < 20; one += 1) guess(`192.0.2.${one}`, 0);
  expect(() => guess('192.0.2.200', 60)).toThrow(refusal(540));
  expect(() => guess('198.51.100.1', 60)).not.toThrow();
  // There, too, at most twenty guesses are allowed, and ten per minute.
  for (let second = 61; second < 75; second += 1) guess('198.51.100.1', second * 7);
  expect(() => guess('198.51.100.1', 540)).not.toThrow();
  for (let second = 541; second < 545; second += 1) guess('198.51.100.1', second);
  expect(() => guess('198.51.100.1', 610)).toThrow(refusal(50));
});

test('a /64 network of IPv6 counts as one address', () => {
  const attempts = countAttempts();
  for (let one = 0; one < 10; one += 1) attempts.begin({ address: `2001:db8::${one}` }, at(0));
  expect(() => attempts.begin({ address: '2001:db8::ffff' }, at(0))).toThrow(refusal(60));
  expect(() => attempts.begin({ address: '2001:db8:0:1::1' }, at(0))).not.toThrow();
});

test('a network is known only for the account that signed in from it', () => {
  const attempts = countAttempts();
  const ada = { address: '192.0.2.1', account: 'ada@example.com' };
  const succeeded = attempts.begin(ada, at(0));
  expect(attempts.comesAgain(ada)).toBe(false);
  succeeded();
  expect(attempts.comesAgain({ ...ada, account: 'ADA@example.com' })).toBe(true);
  expect(attempts.comesAgain({ ...ada, account: 'grace@example.com' })).toBe(false);
  expect(attempts.comesAgain({ ...ada, address: '192.0.2.2' })).toBe(false);
});
