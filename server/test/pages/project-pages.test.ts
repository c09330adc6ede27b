import { afterAll, beforeAll, expect, test } from 'vitest';
import { Project } from '@copydesk/contract';
import { sql } from 'kysely';
import { createProject } from '../../src/projects/project.ts';
import { testRepository } from '../support/git-repository.ts';
import { sampleRepository } from '../http/support/projects.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

let site: TestSite;
let owner: string;
beforeAll(async () => {
  site = await startSite();
  owner = await site.session('owner');
});
afterAll(async () => await site[Symbol.asyncDispose]());

async function get(path: string, cookie = owner) {
  const response = await fetch(site.origin + path, { headers: { accept: 'text/html', cookie }, redirect: 'manual' });
  return { status: response.status, text: await response.text() };
}

/** Sends a form of a page as a browser without scripts does, with the token in the form. */
async function send(page: string, path: string, fields: Record<string, string>, cookie = owner) {
  const { text } = await get(page, cookie);
  const token = /name="token"\s+value="([^"]+)"/.exec(text)?.[1] ?? '';
  const response = await fetch(site.origin + path, {
    method: 'POST',
    headers: { accept: 'text/html', cookie, origin: site.origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ token, was: wasIn(text, path), ...fields }),
    redirect: 'manual',
  });
  return { status: response.status, text: await response.text(), location: response.headers.get('location') ?? '' };
}

/** Returns the hidden original values of a settings form. */
function wasIn(page: string, path: string): string {
  const form = page.slice(Math.max(0, page.indexOf(`action="${path}"`)));
  return /name="was"\s+value="([^"]+)"/.exec(form)?.[1] ?? '';
}

const read = async (id: string) => Project.loose().parse((await site.api.send('GET', `/v1/projects/${id}`)).json);

test('a project is created step by step without scripts, and a form that is sent twice creates one', async () => {
  await using docs = await testRepository({ bare: true });
  await docs.commit({ 'index.md': '# Docs\n\nSee [below](#below).\n' });
  const repository = docs.path;
  const start = await get('/projects/new');
  expect(start.text).toContain('Address of the repository');
  const found = await get(`/projects/new?${new URLSearchParams({ repository }).toString()}`);
  expect(found.status).toBe(200);
  expect(found.text).toContain('1 page');
  expect(found.text).toContain('This page has no heading or id <code>below</code>');
  const once = /name="once"\s+value="([^"]+)"/.exec(found.text)?.[1] ?? '';
  const fields = { repository, ref: 'main', docs: '', name: 'Step by step', once };
  const first = await send('/projects/new', '/projects/new', fields);
  expect(first.status).toBe(303);
  const second = await send('/projects/new', '/projects/new', fields);
  expect(second.location).toBe(first.location);
  const id = /project=(prj_\w+)/.exec(first.location)?.[1] ?? '';
  expect((await get(first.location)).text).toContain(`data-project=&quot;${id}&quot;`);
  expect((await read(id)).name).toBe('Step by step');

  const typo = await send(first.location, first.location, { revision: '0', siteUrl: 'docs.example.com' });
  expect(typo.status).toBe(400);
  expect(typo.text).toMatch(/value="docs\.example\.com"[\s\S]*aria-invalid="true"/);
  await send(first.location, first.location, { revision: '0', siteUrl: 'https://docs.example.com/guide/' });
  const origin = 'https://docs.example.com';
  expect(await read(id)).toMatchObject({ origins: [origin], siteUrl: `${origin}/guide` });
  expect((await get(first.location)).text).toContain(`Views from <bdi>${origin}</bdi> are counted`);
});

test('a secret in the address of a repository is removed before anything is shown', async () => {
  const typed = 'https://user:a-secret@git.example.com/acme/docs.git';
  const page = `/projects/new?${new URLSearchParams({ repository: typed }).toString()}`;
  const headers = { accept: 'text/html', cookie: owner };
  const opened = await fetch(site.origin + page, { headers, redirect: 'manual' });
  const posted = await send('/projects/new', '/projects/new', { repository: typed, name: 'Secret', once: 'y' });
  for (const location of [opened.headers.get('location') ?? '', posted.location]) {
    expect(location).toContain('git.example.com');
    expect(location).not.toMatch(/secret@|a-secret/);
    const { status, text } = await get(location);
    expect(status).toBe(400);
    expect(text).toContain('value="https://git.example.com/acme/docs.git"');
    expect(text).toContain('was removed');
  }
  const settings = `/projects/${site.docs.id}/settings`;
  const refused = await send(settings, `${settings}/source`, { repository: typed, ref: 'main' });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(refused.text).not.toContain('a-secret');
});

test('a repository that is not found is reported beside the field, and the typed text stays', async () => {
  const nowhere = await get(`/projects/new?${new URLSearchParams({ repository: '/nowhere/at/all' }).toString()}`);
  expect(nowhere.status).toBe(422);
  expect(nowhere.text).toContain('/nowhere/at/all');
  const taken = await send('/projects/new', '/projects/new', {
    repository: sampleRepository(),
    name: 'Docs',
    once: 'x',
  });
  expect(taken.status).toBe(400);
  expect(taken.text).toMatch(/aria-invalid="true"/);
  expect(taken.text).toContain('value="Docs"');
});

test('each section is saved separately, and the second of two savers sees both values', async () => {
  const { id } = site.docs;
  const page = `/projects/${id}/settings`;
  const was = wasIn((await get(page)).text, `${page}/general`);
  const saved = await send(page, `${page}/general`, { was, name: 'Renamed' });
  expect(saved.status).toBe(303);
  expect((await read(id)).name).toBe('Renamed');
  const later = await send(page, `${page}/general`, { was, name: 'Late' });
  expect(later.status).toBe(409);
  expect(later.text).toContain('is now &quot;Renamed&quot;');
  expect(later.text).toContain('value="Late"');
  const wrong = await send(page, `${page}/limits`, { 'limits.usd': 'much' });
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain('value="much"');
  expect((await send(page, `${page}/general`, { name: 'Handbook' })).status).toBe(303);
});

test('webhooks, context repositories and model keys are set, and secrets are shown once', async () => {
  const { id } = site.docs;
  const page = `/projects/${id}/settings`;
  const url = 'https://hooks.example.com/x';
  const made = await send(page, `${page}/webhooks`, { url, 'event job.failed': 'on' });
  const secret = /whsec_[\w+/=]+/.exec(made.text)?.[0] ?? 'none';
  expect(secret).not.toBe('none');
  const again = await get(page);
  expect(again.text).toContain(url);
  expect(again.text).not.toContain(secret);
  const webhookId = /settings\?webhook=(whk_\w+)/.exec(again.text)?.[1] ?? '';
  const tested = await send(page, `${page}/webhooks/${webhookId}/test`, {});
  expect((await get(tested.location.split('#')[0] ?? '')).text).toContain('Send again');
  const beside = { name: 'product', repository: sampleRepository(), ref: '' };
  expect((await send(page, `${page}/context`, beside)).status).toBe(303);
  expect((await send(page, `${page}/context`, beside)).text).toContain('exists already');
  expect((await send(page, `${page}/models`, { provider: 'anthropic', key: 'sk-secret-secret-9Zq4' })).status).toBe(
    303,
  );
  const last = await get(page);
  expect(last.text).toContain('…9Zq4');
  expect(last.text).not.toContain('sk-secret');
});

test('a trigger is previewed, created, switched off and deleted, and its secret is shown once', async () => {
  const { id } = site.docs;
  const page = `/projects/${id}/settings`;
  const draft = { name: 'Form', prompt: 'Fix it.', fields: 'Report=/report', when: '/type=fault', scheme: 'bearer' };
  const preview = async (sample: string) => (await send(page, `${page}/triggers/preview`, { ...draft, sample })).text;
  const shown = await preview('{"type": "fault", "report": "Step 3 is <wrong>"}');
  expect(shown).toMatch(/start a job with this prompt.*Fix it\..*Step 3 is &lt;wrong&gt;/s);
  expect(shown).toContain('value="Form"');
  expect(await preview('{"type": "praise"}')).toContain('would start no job');
  expect(await preview('no JSON')).toContain('id="triggers-sample-wrong"');
  const made = await send(page, `${page}/triggers`, draft);
  const secret =
    /id="shown-once"[^>]*>\s*([\w-]{43})/.exec(made.text)?.[1] ?? /[\w-]{43}/.exec(made.text)?.[0] ?? 'none';
  const again = await get(page);
  expect(again.text).not.toContain(secret);
  const triggerId = /settings\?trigger=(trg_\w+)/.exec(again.text)?.[1] ?? '';
  const fire = async (body: object, token = secret) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    return await fetch(`${site.origin}/v1/triggers/${triggerId}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
  };
  expect((await fire({ type: 'praise' })).status).toBe(202);
  expect(await (await fire({ type: 'fault', report: 'x' })).json()).toMatchObject({ job: { id: expect.any(String) } });
  const opened = (await get(`${page}?trigger=${triggerId}`)).text;
  expect(opened).toMatch(/started.*ignored.*none of the values/s);
  expect(opened).not.toContain('[object');
  expect(opened).toContain(`/v1/triggers/${triggerId}`);
  const off = await send(page, `${page}/triggers/${triggerId}/disable`, {});
  expect((await get(off.location.split('#')[0] ?? '')).text).toContain('Switch on');
  expect(await (await fire({ type: 'fault' })).json()).toEqual({ job: null, reason: 'The trigger is switched off.' });
  await send(page, `${page}/triggers/${triggerId}/enable`, {});
  expect((await fire({ type: 'fault' }, 'wrong')).status).toBe(401);
  expect((await send(page, `${page}/triggers/${triggerId}/delete`, {})).status).toBe(303);
  expect((await get(page)).text).not.toContain(triggerId);
});

test('a GET request for the address of a form redirects to the settings', async () => {
  const page = `/projects/${site.docs.id}/settings`;
  for (const path of ['limits', 'delete', 'webhooks/whk_none/test']) {
    const headers = { accept: 'text/html', cookie: owner };
    const reply = await fetch(`${site.origin}${page}/${path}`, { headers, redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')]).toEqual([303, page]);
  }
});

test('editors change settings and delete nothing; viewers read', async () => {
  const { id } = site.docs;
  const [editor, viewer] = [await site.session('editor'), await site.session('viewer')];
  const page = `/projects/${id}/settings`;
  expect((await get(page, editor)).text).not.toContain('Delete the project');
  expect((await send(page, `${page}/delete`, { name: 'Handbook' }, editor)).status).toBe(403);
  const source = {
    was: wasIn((await get(page, editor)).text, `${page}/source`),
    repository: sampleRepository(),
    ref: 'main',
    docsFolder: '',
  };
  expect((await send(page, `${page}/source`, source, editor)).status).toBe(403);
  expect((await get('/projects/new', editor)).status).toBe(403);
  expect((await get(page, viewer)).status).toBe(403);
  expect((await get(`/projects/${id}`, viewer)).status).toBe(200);
  expect((await get('/projects', viewer)).text).not.toContain('New project');
  const foreign = await get(`/projects/${site.api.foreign.id}/settings`);
  expect(foreign.status).toBe(404);
});

test('the views of seven days are the same as in the API, on the list and on the overview', async () => {
  const views = [
    { path: '/a', userAgent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0)' },
    { path: '/b', userAgent: 'Mozilla/5.0 (compatible; ClaudeBot/1.0)' },
    { path: '/b', userAgent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
    { path: '/a', userAgent: 'ChatGPT-User/1.0', timestamp: new Date(Date.now() - 2 * 86_400_000).toISOString() },
  ];
  const { id } = site.docs;
  expect((await site.api.send('POST', `/v1/collect/${id}`, { body: views })).status).toBe(202);
  const from = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10);
  const reply = await site.api.send('GET', `/v1/analytics/${id}/views?dateFrom=${from}`);
  const { total } = (reply.json as { totals: { total: number } }).totals;
  expect(total).toBe(3);
  expect((await get(`/projects/${id}`)).text).toMatch(new RegExp(`Views in 7 days</span><b>${total}</b>`));
  expect((await get('/projects')).text).toMatch(new RegExp(`<span\\s*>${total}<span class="unit">`));
});

test('hostile names and repositories are shown as text', async () => {
  const name = '<script>alert(1)</script>\u202egnp';
  const { id } = site.docs;
  await site.api.db.updateTable('project').set({ name }).where('id', '=', id).execute();
  for (const path of ['/projects', `/projects/${id}`, `/projects/${id}/settings`]) {
    const { text, status } = await get(path);
    expect(status).toBe(200);
    expect(text).not.toContain('<script>alert');
  }
});

test('a count that stops at a limit is shown with a plus sign', async () => {
  const { db } = site.api;
  const { id } = await createProject(db, {
    organisationId: 'org_one',
    name: 'Much done',
    repositoryKind: 'kept',
    repository: '/nowhere',
    ref: 'main',
  });
  await sql`
    insert into job (id, organisation_id, project_id, status, model, source_repository, base_ref, branch, error)
    select 'job_' || lpad(n::text, 26, '0'), 'org_one', ${id}, case when n <= 1000 then 'active' else 'failed' end,
      'builtin/copyeditor', '/nowhere', 'main', 'copydesk/' || n,
      case when n > 1000 then '{"code":"checks_failed","detail":"No.","retryable":false}'::jsonb end
    from generate_series(1, 10000) as n`.execute(db);
  await sql`
    insert into pull_request (project_id, number, title, description, base_ref, head_ref, base_commit, head_commit)
    select ${id}, n, 'One', '', 'main', 'copydesk/' || n, 'b', 'h' from generate_series(1, 999) as n`.execute(db);
  for (const path of ['/projects', `/projects/${id}`]) {
    const { text } = await get(path);
    expect(text).toContain('1,000+ failed jobs');
    expect(text).toContain('999 open pull requests');
  }
  expect((await get('/projects')).text).toContain('1,000+ jobs');
  expect((await get(`/projects/${id}/settings`)).text).toContain('This also deletes 10,000+ jobs, 999 pull requests,');
});

test('pull requests that are open at the code host are counted, and lead to their jobs', async () => {
  const { db } = site.api;
  const project = await createProject(db, {
    organisationId: 'org_one',
    name: 'At a host',
    repositoryKind: 'url',
    repository: 'https://github.com/acme/docs.git',
    ref: 'main',
  });
  const secrets = { credential: Buffer.of(1), credential_kind: 'token', hint: 'x', webhook_secret: Buffer.of(1) };
  await db
    .insertInto('code_host_connection')
    .values({ project_id: project.id, host: 'github', api_url: '', repository: 'acme/docs', ...secrets })
    .execute();
  const job = await site.api.newJob({ project, prompt: 'Rename <b>one</b> term' });
  const intent = { turn: 1, branch: 'b', commit: 'c', title: 't', description: 'd', finished_at: new Date() };
  await db
    .insertInto('job_delivery')
    .values({ job_id: job.id, number: 1, ...intent, pull_request_number: 41, pull_request_link: 'https://x.example' })
    .execute();
  expect((await get('/projects')).text).toContain('1 open pull request at the code host');
  const { text } = await get(`/projects/${project.id}`);
  expect(text).toMatch(/Open pull requests<\/span\s*><b>1<\/b>\s*<span class="meta">1 at the code host</);
  expect(text).toContain('#41 at the code host');
  expect(text).toContain(`href="/projects/${project.id}/jobs/${job.id}">Rename &lt;b&gt;one`);
});

test('a project is deleted after its name is typed', async () => {
  const { id } = site.api.project;
  const page = `/projects/${id}/settings`;
  const wrong = await send(page, `${page}/delete`, { name: 'docs' });
  expect(wrong.status).toBe(400);
  const gone = await send(page, `${page}/delete`, { name: 'Docs' });
  expect(gone.location).toBe('/projects?done=deleted');
  expect((await get(`/projects/${id}`)).status).toBe(404);
});
