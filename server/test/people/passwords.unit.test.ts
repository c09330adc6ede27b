import { expect, test } from 'vitest';
import { requireGoodPassword } from '../../src/people/password-rules.ts';
import { openPasswords } from '../../src/people/passwords.ts';

const passwords = openPasswords();
const phc = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

test('a password is stored as argon2id with the parameters of OWASP, each with its own salt', async () => {
  const [one, two] = await Promise.all([
    passwords.hash('correct horse battery'),
    passwords.hash('correct horse battery'),
  ]);
  expect(one).toMatch(phc);
  expect(two).toMatch(phc);
  expect(one).not.toBe(two);
  expect(await passwords.verify('correct horse battery', one)).toBe(true);
  expect(await passwords.verify('correct horse batterx', one)).toBe(false);
  expect(await passwords.verify('', one)).toBe(false);
});

test('a password matches if it looks the same, whichever Unicode form was typed', async () => {
  const hash = await passwords.hash('caf\u00e9 caf\u00e9 caf\u00e9');
  expect(await passwords.verify('cafe\u0301 cafe\u0301 cafe\u0301', hash)).toBe(true);
});

test('a hash contains its parameters, so that they can be raised later', async () => {
  // A hash of the reference implementation: echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1 -l 32
  const other = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await passwords.verify('password', other)).toBe(true);
  expect(await passwords.verify('passwort', other)).toBe(false);
  await expect(passwords.verify('password', '$2b$12$x')).rejects.toThrow(TypeError);
});

test('verification without a hash always fails', async () => {
  expect(await passwords.verify('whatever it is', null)).toBe(false);
});

test('attempts beyond the waiting limit are refused, and the others are handled in turn', async () => {
  const narrow = openPasswords({ atOnce: 1, mostWaiting: 2 });
  const tries = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.verify('x', null)));
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(2);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'overloaded' } });
  expect(await narrow.verify('x', null)).toBe(false);
});

test('a known person goes before unknown ones, and gets a place when the queue is full of them', async () => {
  const narrow = openPasswords({ atOnce: 1, mostWaiting: 2 });
  const order: string[] = [];
  const tries = (['stranger', 'stranger', 'stranger', 'stranger', 'known'] as const).map(async (from) => {
    await narrow.verify('x', null, from);
    order.push(from);
  });
  const refused = (await Promise.allSettled(tries)).map(({ status }) => status === 'rejected');
  expect(refused).toEqual([false, false, false, true, false]);
  expect(order).toEqual(['stranger', 'known', 'stranger', 'stranger']);
});

const owner = { name: 'Ada Lovelace', email: 'ada.lovelace@example.com' };

test.each([
  ['eleven char', 'must have at least 12 characters; it has 11'],
  ['\u{1F58B}'.repeat(11), 'must have at least 12 characters; it has 11'],
  ['x'.repeat(1_001), 'must have at most 1,000 characters'],
  ['Ada.Lovelace@example.com', 'must not be the name or the e-mail address'],
  ['ada.lovelace', 'must not be the name or the e-mail address'],
  ['ADA  lovelace', 'must not be the name or the e-mail address'],
  [`${'x'.repeat(12)}\ud800`, 'holds half a character; type it again'],
])('refuses %j', (password, fault) => {
  expect(() => requireGoodPassword(password, owner)).toThrow(`The password ${fault}.`);
});

test.each(['twelve chars', 'x'.repeat(1_000), '\u{1F58B}'.repeat(12), '            ', 'Ada Lovelace 1'])(
  'takes %j',
  (password) => {
    expect(() => requireGoodPassword(password, owner)).not.toThrow();
  },
);
