import { expect, test } from 'vitest';
import { readSettings } from '../../src/settings.ts';

const from = { COPYDESK_SMTP_FROM: 'Docs <docs@example.com>' };
const read = (url: string) => readSettings({ COPYDESK_SMTP_URL: url, ...from }).mail;

test('a mail server is read from its address, with the usual ports', () => {
  const sender = { name: 'Docs', address: 'docs@example.com' };
  expect(readSettings({}).mail).toBeUndefined();
  expect(read('smtps://desk:p%40ss%20word@mail.example.com')).toEqual({
    host: 'mail.example.com',
    port: 465,
    secure: true,
    login: { user: 'desk', password: 'p@ss word' },
    from: sender,
  });
  expect(read('smtp://mail.example.com/')).toMatchObject({ port: 587, secure: false, login: undefined });
  expect(read('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525 });
  expect(
    readSettings({ COPYDESK_SMTP_URL: 'smtp://m.test', COPYDESK_SMTP_FROM: 'docs@example.com' }).mail?.from,
  ).toEqual({ name: '', address: 'docs@example.com' });
});

test.each([
  'https://mail.example.com',
  'mail.example.com:587',
  'smtp://',
  'smtps://desk:secret-word@mail.example.com?tls.rejectUnauthorized=false',
  'smtps://desk:secret-word@mail.example.com/inbox',
  'smtps://desk@mail.example.com',
  'smtps://desk:secret-word%zz@mail.example.com',
])('%s is refused, and not repeated', (url) => {
  expect(() => read(url)).toThrow(/COPYDESK_SMTP_URL must be such as smtps:\/\/user:password@mail\.example\.com/);
  expect(() => read(url)).not.toThrow(/secret-word/);
});

test.each([
  'docs',
  'Docs docs@example.com',
  'a@example.com, b@example.com',
  'Docs <docs@example.com>\r\nBcc: x@y',
  '<>',
])('%j is rejected as a sender', (sender) => {
  const environment = { COPYDESK_SMTP_URL: 'smtp://m.test', COPYDESK_SMTP_FROM: sender };
  expect(() => readSettings(environment)).toThrow(/COPYDESK_SMTP_FROM must be an e-mail address/);
});

test('the server and the sender must be set together', () => {
  expect(() => readSettings({ COPYDESK_SMTP_URL: 'smtp://m.test' })).toThrow(/COPYDESK_SMTP_FROM is missing/);
  expect(() => readSettings(from)).toThrow(/COPYDESK_SMTP_URL is missing/);
});
