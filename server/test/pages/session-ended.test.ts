import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(async () => await site[Symbol.asyncDispose]());

async function ask(path: string, { cookie = '', body, from = 'same-origin' }: Asked = {}) {
  const headers = { accept: 'text/html', cookie, 'sec-fetch-site': from };
  const sent = body && { method: 'POST', body: new URLSearchParams(body) };
  const reply = await fetch(site.origin + path, { headers, redirect: 'manual', ...sent });
  return { status: reply.status, text: await reply.text() };
}

interface Asked {
  cookie?: string;
  body?: Record<string, string>;
  from?: string;
}

/** Returns the hidden fields of the form that sends again, as a browser would send them. */
function heldIn(page: string): Record<string, string> {
  const fields = page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g);
  return Object.fromEntries([...fields].map(([, name = '', value = '']) => [name, value]));
}

test('a form whose session has ended is sent again after signing in, with all that was typed', async () => {
  const page = `/projects/${site.docs.id}/settings`;
  const opened = await ask(page, { cookie: await site.session('editor') });
  const form = opened.text.slice(opened.text.indexOf(`action="${page}/limits"`)).split('</form>', 1)[0] ?? '';
  const body = { ...heldIn(form), 'limits.steps': '31' };
  const gone = await ask(`${page}/limits`, { body });
  expect(gone.status).toBe(401);
  expect(gone.text).toContain('<dt>Steps of a job</dt>');
  expect(gone.text).not.toContain('limits.steps</');

  const cookie = await site.session('editor');
  const anew = await ask(`${page}/limits`, { cookie, body: heldIn(gone.text.slice(gone.text.indexOf('<main'))) });
  expect(anew.status).toBe(403);
  expect(anew.text).toContain('You have signed in again');
  expect(anew.text).not.toContain('forbidden_origin');
  const sent = await ask(`${page}/limits`, { cookie, body: heldIn(anew.text.slice(anew.text.indexOf('<main'))) });
  expect(sent.status).toBe(303);
  expect((await ask(page, { cookie })).text).toContain('value="31"');
});

test('a secret has to be typed again, and the form of another site gets no token', async () => {
  const cookie = await site.session('editor');
  const path = `/projects/${site.docs.id}/settings/models`;
  const body = { provider: 'openai', key: 'sk-a-secret', token: 'of an earlier session' };
  const own = await ask(path, { cookie, body });
  expect(own.text).not.toContain('sk-a-secret');
  expect(own.text).toMatch(/name="key" type="password"/);
  const foreign = await ask(path, { cookie, body, from: 'cross-site' });
  expect(foreign.status).toBe(403);
  expect(foreign.text).not.toContain('Send it again');
});
