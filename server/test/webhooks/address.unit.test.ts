import { expect, test } from 'vitest';
import { privateNetworks } from '../../src/network/private-networks.ts';
import { checkAddress } from '../../src/webhooks/address.ts';

const none = privateNetworks([]);
const office = privateNetworks(['10.0.0.0/8', '::1']);

test.each([
  ['https://hooks.example.com', 'https://hooks.example.com/'],
  ['https://hooks.example.com:8443/a?b=c#d', 'https://hooks.example.com:8443/a?b=c'],
  ['https://8.8.8.8/', 'https://8.8.8.8/'],
  ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
])('%s is sent to as %s', (text, href) => {
  expect(checkAddress(text, none)).toBe(href);
});

const refusals: [string, RegExp][] = [
  ['', /is not an address/],
  ['hooks.example.com', /is not an address/],
  ['ftp://hooks.example.com/', /must begin with https/],
  ['file:///etc/passwd', /must begin with https/],
  ['http://hooks.example.com/', /must begin with https/],
  ['https://user:secret@hooks.example.com/', /no user and password/],
  ['https://user@hooks.example.com/', /no user and password/],
  ...[
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f000001',
    '①②⑦.⓪.⓪.①',
    '%31%32%37.0.0.1',
    '127.0.0.1.',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
    '192.168.0.1',
    '172.16.0.1',
    '0.0.0.0',
    '0',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '198.18.0.1',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::ffff:a9fe:a9fe]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[ff02::1]',
    '[2002:7f00:1::]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::a00:1]',
    '[2001::1]',
    '[2001:db8::1]',
  ].map((host): [string, RegExp] => [`https://${host}/`, /not public/]),
];

test.each(refusals)('%s is refused', (text, why) => {
  expect(() => checkAddress(text, none)).toThrow(
    expect.objectContaining({
      code: 'invalid_request',
      errors: [{ pointer: '/url', detail: expect.stringMatching(why) }],
    }),
  );
});

test('addresses that the operator allows are accepted, also with http', () => {
  expect(checkAddress('http://10.1.2.3:8080/hook', office)).toBe('http://10.1.2.3:8080/hook');
  expect(checkAddress('http://[::1]/', office)).toBe('http://[::1]/');
  // Where a name resolves to is checked when something is sent.
  expect(checkAddress('http://hooks.internal/', office)).toBe('http://hooks.internal/');
  expect(() => checkAddress('https://192.168.0.1/', office)).toThrow('not public');
  expect(() => checkAddress('http://8.8.8.8/', office)).toThrow('http is only for networks that the operator names');
});
