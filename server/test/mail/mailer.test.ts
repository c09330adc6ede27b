import { expect, test } from 'vitest';
import { openMailer } from '../../src/mail/mailer.ts';
import type { MailSettings } from '../../src/mail/settings.ts';
import { loopbackCertificate as ca } from '../support/tls-git-host.ts';
import { login, startMute, startSmtp } from './smtp-server.ts';

const mail = {
  to: 'ada@example.com',
  subject: 'Handbook: week of 16 November 2026',
  text: 'People: 5, — “quoted”',
  html: '<p>People: 5</p>',
  id: 'abc123',
  unsubscribe: 'https://desk.test/settings',
};
const goOn = new AbortController().signal;

const settings = (port: number, change: Partial<MailSettings> = {}): MailSettings => ({
  host: '127.0.0.1',
  port,
  secure: false,
  login: undefined,
  from: { name: 'Docs, of Acme', address: 'docs@example.com' },
  ...change,
});

test('a mail arrives as text and HTML, with its headers', async () => {
  await using server = await startSmtp();
  expect(await openMailer(settings(server.port)).send(mail, goOn)).toEqual({ kind: 'sent' });
  const [taken] = server.mails;
  expect(taken).toMatchObject({ from: 'docs@example.com', to: ['ada@example.com'], secure: false });
  const headers = [
    'From: "Docs, of Acme" <docs@example.com>',
    'To: ada@example.com',
    'Subject: Handbook: week of 16 November 2026',
    'Message-ID: <abc123@example.com>',
    'List-Unsubscribe: <https://desk.test/settings>',
    'Auto-Submitted: auto-generated',
    'Content-Type: multipart/alternative',
  ];
  for (const header of headers) expect(taken?.text).toContain(header);
  expect(taken?.text).toContain('<p>People: 5</p>');
});

test.each([
  ['TLS from the beginning', 'smtps'],
  ['STARTTLS', 'starttls'],
] as const)('a mail is sent over %s after a login', async (_name, tls) => {
  await using server = await startSmtp({ tls, auth: true });
  const mailer = openMailer(settings(server.port, { secure: tls === 'smtps', login }), { ca });
  expect(await mailer.check()).toBeUndefined();
  expect(await mailer.send(mail, goOn)).toEqual({ kind: 'sent' });
  expect(server.mails).toMatchObject([{ secure: true, user: 'desk' }]);
});

test.each([
  ['TLS from the beginning', 'smtps'],
  ['STARTTLS', 'starttls'],
] as const)('an untrusted certificate ends the connection before the login, over %s', async (_name, tls) => {
  await using server = await startSmtp({ tls, auth: true });
  const mailer = openMailer(settings(server.port, { secure: tls === 'smtps', login }));
  const reason = expect.stringMatching(/^The certificate of the mail server is not trusted \(\w+\)\.$/);
  expect(await mailer.send(mail, goOn)).toEqual({ kind: 'unavailable', reason });
  expect(await mailer.check()).toEqual(reason);
  expect(server.mails).toEqual([]);
});

test('a password is not sent over an unencrypted connection, except on this machine', async () => {
  await using server = await startSmtp({ auth: true });
  expect(await openMailer(settings(server.port, { login })).send(mail, goOn)).toEqual({ kind: 'sent' });
  // It leads to this machine, and does not look so.
  const away = openMailer(settings(server.port, { login, host: '0.0.0.0' }));
  const reason = expect.stringContaining('it has no STARTTLS');
  expect(await away.send(mail, goOn)).toEqual({ kind: 'unavailable', reason });
  expect(server.mails).toHaveLength(1);
});

test('a wrong login is reported without the password, whatever the server repeats', async () => {
  await using server = await startSmtp({ tls: 'smtps', auth: true });
  const wrong = { user: 'desk', password: 'hunter-2' };
  const mailer = openMailer(settings(server.port, { secure: true, login: wrong }), { ca });
  const reason = 'The mail server refuses the user and the password of COPYDESK_SMTP_URL.';
  expect(await mailer.send(mail, goOn)).toEqual({ kind: 'unavailable', reason });
  expect(await mailer.check()).toBe(reason);
});

test('permanent refusals, temporary refusals and refusals of the sender are distinguished', async () => {
  await using server = await startSmtp();
  const send = async () => await openMailer(settings(server.port)).send(mail, goOn);
  server.refused.set('ada@example.com', 550);
  expect(await send()).toEqual({
    kind: 'refused',
    reason: 'The mail server refuses the recipient: 550 No such user here.',
  });
  server.refused.set('ada@example.com', 450);
  expect(await send()).toMatchObject({ kind: 'deferred', reason: expect.stringContaining('450 No such user here') });
  server.refused.clear();
  server.mailStatus = 554;
  expect(await send()).toEqual({ kind: 'refused', reason: 'The mail server refuses the mail: 554 Not wanted.' });
  server.mailStatus = 451;
  expect(await send()).toMatchObject({ kind: 'deferred' });
  server.senderStatus = 553;
  expect(await send()).toEqual({
    kind: 'unavailable',
    reason: 'The mail server refuses the sender COPYDESK_SMTP_FROM: 553 Sender not allowed.',
  });
});

test('a mail server that is silent, slow, absent or of another protocol is given up', async () => {
  const quick = { silenceMilliseconds: 300 };
  await using mute = await startMute();
  const late = { kind: 'unavailable', reason: 'The mail server did not answer in time.' };
  expect(await openMailer(settings(mute.port), quick).send(mail, goOn)).toEqual(late);
  expect(await openMailer(settings(mute.port), quick).check()).toBe(late.reason);
  await using halting = await startMute('220 mail.test ESMTP\r\n');
  expect(await openMailer(settings(halting.port), quick).send(mail, goOn)).toEqual(late);
  await using web = await startMute('HTTP/1.1 400 Bad Request\r\n\r\n');
  expect(await openMailer(settings(web.port), quick).send(mail, goOn)).toEqual({
    kind: 'unavailable',
    reason: 'What answers at the address of the mail server does not speak SMTP.',
  });
  const { port } = mute;
  await mute[Symbol.asyncDispose]();
  expect(await openMailer(settings(port), quick).send(mail, goOn)).toEqual({
    kind: 'unavailable',
    reason: 'The connection to the mail server was refused: nothing listens there.',
  });
});

test('a mail is given up when its time is over, or soon after an abort', async () => {
  await using halting = await startMute('220 mail.test ESMTP\r\n');
  const reason = 'The mail server did not take the mail in time.';
  const mostOf = openMailer(settings(halting.port), { mostMilliseconds: 200 });
  expect(await mostOf.send(mail, goOn)).toEqual({ kind: 'unavailable', reason });
  const stopped = openMailer(settings(halting.port), { patienceMilliseconds: 50 });
  expect(await stopped.send(mail, AbortSignal.abort())).toEqual({ kind: 'unavailable', reason });
});
