import { isCopydeskError } from '@copydesk/contract';
import { expect, test } from 'vitest';
import { callerAddress, parseNetworks } from '../../src/projects/key/networks.ts';

test('addresses and blocks are taken', () => {
  const good = ['192.0.2.7', '192.0.2.0/24', '0.0.0.0/0', '2001:db8::/32', '::1/128', '::1'];
  expect(parseNetworks(good)).toEqual(good);
  expect(parseNetworks([])).toBeNull();
});

test.each([
  '',
  'localhost',
  '192.0.2',
  '192.0.2.0/33',
  '192.0.2.0/',
  '192.0.2.0/8/8',
  '::1/129',
  'fe80::1%eth0',
  ' ::1',
])('%j is refused and named', (text) => {
  const refusal = catchError(() => parseNetworks(['192.0.2.1', text]));
  expect(isCopydeskError(refusal, 'invalid_request')).toBe(true);
  expect(String(refusal)).toContain(JSON.stringify(text));
});

test('a caller without an IP address gets null', () => {
  expect(callerAddress('192.0.2.7')).toBe('192.0.2.7');
  expect(callerAddress('fe80::1%eth0')).toBe('fe80::1');
  expect(callerAddress('')).toBeNull();
});

function catchError(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}
