import { expect, test } from 'vitest';
import { startSite } from '../http/support/site.ts';

test('the settings show which mails of reports were sent, and why others were not', async () => {
  await using site = await startSite();
  const { id } = site.docs;
  const owner = await site.session('owner');
  const of = { project_id: id, period: 'week', starts_on: '2026-11-16', channel: 'email' };
  const given = { given_up_at: new Date(), reason: 'The mail server refuses the recipient: 550 <b>No such user</b>.' };
  const rows = [
    { ...of, recipient: 'ada@example.com', sent_at: new Date() },
    { ...of, recipient: 'bob@example.com', ...given },
  ];
  for (const row of rows) await site.api.db.insertInto('report_sending').values(row).execute();
  const headers = { accept: 'text/html', cookie: owner };
  const text = await (await fetch(`${site.origin}/projects/${id}/settings`, { headers })).text();
  const table = text.slice(text.indexOf('Mails of reports')).replaceAll(/\s+/g, ' ');
  expect(table).toMatch(/week of 2026-11-16.*ada@example\.com.*sent.*bob@example\.com.*given up/);
  expect(table).toContain('550 &lt;b&gt;No such user&lt;/b&gt;.');
});
