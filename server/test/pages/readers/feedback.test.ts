import { afterAll, beforeAll, expect, test } from 'vitest';
import { readFeedback } from '../../../src/feedback/read.ts';
import { sayOne } from '../../http/support/feedback.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';
import { countViews, viewsOf } from '../../http/support/views.ts';
import { sendable, somebody } from '../every-page/forms/form.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
  const { db } = site.api;
  await countViews(
    { db, project: site.docs },
    [
      ...viewsOf('/read', { person: 40 }, { at: Date.now() - 3_600_000 }),
      ...viewsOf('/seldom', { person: 1 }, { at: Date.now() - 3_600_000 }),
    ],
    site.docs.number,
  );
  for (let count = 0; count < 3; count += 1) await sayOne(db, site.docs.id, { path: '/seldom' });
  await sayOne(db, site.docs.id, { path: '/read' });
});
afterAll(async () => await site[Symbol.asyncDispose]());

const base = () => `${site.origin}/projects/${site.docs.id}/readers`;

async function look(query = ''): Promise<string> {
  const reply = await fetch(`${base()}/feedback${query}`, { headers: { cookie: await site.session('owner') } });
  expect(reply.status).toBe(200);
  return await reply.text();
}

test('pages that are read most and disliked most are listed first', async () => {
  const text = await look();
  const table = text.slice(text.indexOf('Pages ordered by'), text.indexOf('All feedback'));
  expect(table.indexOf('/read')).toBeGreaterThan(0);
  expect(table.indexOf('/read')).toBeLessThan(table.indexOf('/seldom'));
});

test('hostile feedback is shown as text, with its invisible characters marked', async () => {
  const comment = '<script>alert(1)</script><img src=x onerror=alert(2)> \u202eevil';
  await sayOne(site.api.db, site.docs.id, {
    path: '/hostile',
    comment,
    contact: '"><b>x',
    code: { text: '</pre><i>' },
  });
  const text = await look('?path=/hostile');
  expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;');
  expect(text).not.toContain('\u202e');
  for (const raw of ['<script>alert', '<img src=x', '"><b>x', '</pre><i>']) expect(text).not.toContain(raw);
});

test('feedback can be dismissed, is found by its state, and is then given to no job', async () => {
  const { id: projectId } = site.docs;
  const id = await sayOne(site.api.db, projectId, { path: '/done', comment: 'Only once' });
  const by = await somebody(site);
  const reply = await fetch(`${base()}/feedback/${id}`, sendable(by, { status: 'dismissed' }));
  expect(reply.status).toBe(303);
  expect((await readFeedback(site.api.db, projectId, id))?.status).toBe('dismissed');
  expect(await look('?status=dismissed')).toContain('Only once');
  expect(await look('?status=pending')).not.toContain('Only once');
  const refused = await fetch(`${base()}/feedback/fix`, sendable(by, { id, once: 'twice' }));
  expect(refused.headers.get('location')).toContain('refused=1');
});

test('a reader without write permission sees no form, and a visitor with only a link sees no feedback', async () => {
  const reply = await fetch(`${base()}/feedback`, { headers: { cookie: await site.session('viewer') } });
  const text = await reply.text();
  expect(text).toContain('All feedback');
  expect(text).not.toContain('/feedback/fix');
});
