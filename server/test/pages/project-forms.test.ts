import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProject, findProject } from '../../src/projects/project.ts';
import { startSite } from '../http/support/site.ts';
import type { TestSite } from '../http/support/site.ts';

let site: TestSite;
let owner: string;
/** A project whose repository is at a code host. */
let hostedId: string;
beforeAll(async () => {
  site = await startSite();
  owner = await site.session('owner');
  const { id } = await createProject(site.api.db, {
    organisationId: 'org_one',
    name: 'Hosted',
    repositoryKind: 'url',
    repository: 'https://git.example.com/acme/docs.git',
    ref: 'main',
  });
  hostedId = id;
});
afterAll(async () => await site[Symbol.asyncDispose]());

/** Sends a form as a browser without scripts does. */
async function send(page: string, path: string, fields: Record<string, string>) {
  const headers = { accept: 'text/html', cookie: owner, origin: site.origin, 'sec-fetch-site': 'same-origin' };
  const form = await (await fetch(site.origin + page, { headers })).text();
  const own = form.slice(Math.max(0, form.indexOf(`action="${path}"`)));
  const hidden = (name: string) => new RegExp(`name="${name}"\\s+value="([^"]+)"`).exec(own)?.[1] ?? '';
  const sent = { token: hidden('token'), revision: hidden('revision') || '0', was: hidden('was') };
  const body = new URLSearchParams({ ...untouched(own), ...sent, ...fields });
  const reply = await fetch(site.origin + path, { method: 'POST', headers, body, redirect: 'manual' });
  return { status: reply.status, text: await reply.text() };
}

/** Returns the fields of a form as they are when it is opened. */
function untouched(form: string): Record<string, string> {
  const [own = ''] = form.split('</form>', 1);
  const lines = own.matchAll(/name="([\w.]+)"\s+type="text"[^>]*? value="([^"]*)"/g);
  return Object.fromEntries([...lines].map(([, name = '', value = '']) => [name, value]));
}

/** Expects that a field shows its error, and that the form keeps all that was typed except secrets. */
function expectRefused(
  { status, text }: { status: number; text: string },
  {
    wrong,
    typed,
    chosen = [],
    secrets = [],
  }: { wrong: string; typed: string[]; chosen?: string[]; secrets?: string[] },
): void {
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  const control = new RegExp(`<(?:input|textarea|select)\\s[^>]*id="${wrong}"[^>]*>`).exec(text)?.[0];
  expect([wrong, control]).toEqual([wrong, expect.stringMatching(/aria-invalid="true"/)]);
  expect(text).toMatch(new RegExp(`id="${wrong}-wrong">[^<]+<`));
  expect(control).toContain(' autofocus');
  for (const one of typed) {
    const isThere = text.includes(` value="${one}"`) || text.includes(`>\n${one}</textarea>`);
    expect([one, isThere]).toEqual([one, true]);
  }
  for (const one of chosen) expect(text).toMatch(new RegExp(`value="${one}"\\s+selected`));
  for (const secret of secrets) expect(text).not.toContain(secret);
}

const long = 'x'.repeat(101);

describe('a refused settings form keeps the typed text, with the reason beside its field', () => {
  test.each([
    ['general', { name: 'x'.repeat(300) }, { wrong: 'general-name', typed: ['x'.repeat(300)] }],
    [
      'source',
      { repository: 'ftp://nowhere/typed', ref: 'typed-ref', docsFolder: 'typed/docs' },
      { wrong: 'source-repository', typed: ['ftp://nowhere/typed', 'typed-ref', 'typed/docs'] },
    ],
    [
      'source',
      { ref: 'no-such-branch', docsFolder: 'typed/docs' },
      { wrong: 'source-ref', typed: ['no-such-branch', 'typed/docs'] },
    ],
    ['source', { docsFolder: 'no/such/folder' }, { wrong: 'source-docsFolder', typed: ['no/such/folder'] }],
    [
      'reports',
      { reportPeriods: 'week', reportRecipients: 'ada@example.com\nno address' },
      { wrong: 'reports-reportRecipients', typed: ['ada@example.com\nno address'], chosen: ['week'] },
    ],
    ['readability', { readabilityOff: 'no-rule' }, { wrong: 'readability-readabilityOff', typed: ['no-rule'] }],
    [
      'agent',
      {
        model: 'typed/model',
        instructions: 'Typed instructions.',
        checks: 'strict',
        guardViews: 'many',
        archiveOn: '',
        mergeBy: 'anyone',
        sharedFiles: 'wait',
        effectComment: 'on',
      },
      { wrong: 'agent-guardViews', typed: ['typed/model', 'Typed instructions.', 'many'], chosen: ['strict'] },
    ],
    [
      'agent',
      {
        model: '',
        instructions: '\u{1F600}'.repeat(20_001),
        checks: 'draft',
        guardViews: '0',
        archiveOn: '',
        mergeBy: 'anyone',
        sharedFiles: 'wait',
        effectComment: 'on',
      },
      { wrong: 'agent-instructions', typed: ['\u{1F600}'.repeat(20_001)] },
    ],
    ['limits', { 'limits.usd': 'much', 'limits.steps': '12' }, { wrong: 'limits-limits-usd', typed: ['much', '12'] }],
    [
      'publishing',
      { siteUrl: 'nowhere', pagesAt: '/typed' },
      { wrong: 'publishing-siteUrl', typed: ['nowhere', '/typed'] },
    ],
    ['counting', { origins: 'nowhere typed' }, { wrong: 'counting-origins', typed: ['nowhere typed'] }],
    [
      'context',
      { name: 'Bad Name', repository: 'https://git.example.com/typed.git', ref: 'typed-ref' },
      { wrong: 'context-name', typed: ['Bad Name', 'https://git.example.com/typed.git', 'typed-ref'] },
    ],
    [
      'context',
      { name: 'typed', repository: '/no/such/typed', ref: '' },
      { wrong: 'context-repository', typed: ['typed', '/no/such/typed'] },
    ],
    [
      'models',
      { provider: 'openai', key: 'sk-a-secret-key', baseUrl: 'nowhere' },
      { wrong: 'models-baseUrl', typed: ['nowhere'], chosen: ['openai'], secrets: ['sk-a-secret-key'] },
    ],
    ['models', { provider: 'nobody', key: 'sk-a-secret-key', baseUrl: '' }, { wrong: 'models-provider', typed: [] }],
    ['webhooks', { url: 'nowhere', 'event job.failed': 'on' }, { wrong: 'webhooks-url', typed: ['nowhere'] }],
    ['delete', { name: 'Another' }, { wrong: 'delete-name', typed: ['Another'] }],
  ])('%s %#', async (section, fields: Record<string, string>, expected) => {
    const page = `/projects/${site.docs.id}/settings`;
    const place: Record<string, string> = section === 'source' ? { repository: site.docs.repository, ref: 'main' } : {};
    const refused = await send(page, `${page}/${section}`, { ...place, ...fields });
    expectRefused(refused, expected);
    const [, summary] = /class="refusal" role="alert">(.*?)<\/section>/s.exec(refused.text) ?? [];
    expect(summary).toContain(`href="#${expected.wrong}"`);
  });
});

test.each(['-3', '1e15'])('%s must be a number, and is refused if it is too small or too large', async (steps) => {
  const page = `/projects/${site.docs.id}/settings`;
  const { status, text } = await send(page, `${page}/limits`, { 'limits.steps': steps });
  expect([status, text]).toEqual([400, expect.stringMatching(/It must be (at least|at most|no more|greater|less)/)]);
  expect(text).not.toContain('It must be a number');
});

test('the wrong line of several origins is named', async () => {
  const page = `/projects/${site.docs.id}/settings`;
  const origins = 'https://docs.example.com\r\n\r\nnowhere';
  const { status, text } = await send(page, `${page}/counting`, { origins });
  expect(status).toBe(400);
  expect(text).toContain('Line 3, “nowhere”, must');
});

test('the error for a webhook without events links to the list of events', async () => {
  const page = `/projects/${site.docs.id}/settings`;
  const { text } = await send(page, `${page}/webhooks`, { url: 'https://example.com/hook' });
  expect(text).toMatch(/class="refusal" role="alert">.*?href="#webhooks-events".*?<\/section>/s);
  expect(text).toMatch(/<fieldset id="webhooks-events"[^>]* autofocus/);
});

/** Opens the settings, as in a window that stays open. */
async function openForm(
  section: string,
): Promise<(fields: Record<string, string>) => Promise<{ status: number; text: string }>> {
  const page = `/projects/${site.docs.id}/settings`;
  const headers = { accept: 'text/html', cookie: owner, origin: site.origin, 'sec-fetch-site': 'same-origin' };
  const text = await (await fetch(site.origin + page, { headers })).text();
  const own = text.slice(text.indexOf(`action="${page}/${section}"`));
  const hidden = (name: string) => new RegExp(`name="${name}"\\s+value="([^"]+)"`).exec(own)?.[1] ?? '';
  const opened = { ...untouched(own), token: hidden('token'), was: hidden('was') };
  return async (fields) => {
    const body = new URLSearchParams({ ...opened, ...fields });
    const reply = await fetch(`${site.origin}${page}/${section}`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    });
    return { status: reply.status, text: await reply.text() };
  };
}

const limitsNow = async (): Promise<unknown> => {
  const row = await findProject(site.api.db, {
    organisationId: 'org_one',
    projectId: site.docs.id,
    keyProjectId: null,
  });
  return row?.limits;
};

test('the second of two savers is informed beside the field that saving again overwrites', async () => {
  const [first, second] = [await openForm('limits'), await openForm('limits')];
  expect((await first({ 'limits.steps': '7' })).status).toBe(303);
  const late = await second({ 'limits.steps': '8' });
  expectRefused(late, { wrong: 'limits-limits-steps', typed: ['8'] });
  expect([late.status, late.text]).toEqual([
    409,
    expect.stringContaining('It is now 7; you sent 8. Saving again overwrites it with yours.'),
  ]);
  expect(await limitsNow()).toMatchObject({ steps: 7 });
});

test('a change of another field, or of another section, causes no conflict and is kept', async () => {
  const [first, second, name] = [await openForm('limits'), await openForm('limits'), await openForm('agent')];
  expect(
    (
      await name({
        model: 'anthropic/claude-a',
        instructions: '',
        checks: 'draft',
        archiveOn: '',
        mergeBy: 'anyone',
        sharedFiles: 'wait',
        effectComment: 'on',
      })
    ).status,
  ).toBe(303);
  expect((await first({ 'limits.minutes': '9' })).status).toBe(303);
  expect((await second({ 'limits.usd': '2.5' })).status).toBe(303);
  expect(await limitsNow()).toMatchObject({ minutes: 9, usd: 2.5 });
});

const usual = { host: '', kind: 'token', secret: '', username: '', privateKey: '', appId: '', apiUrl: '' };

describe.each([
  ['the connection', (id: string) => [`/projects/${id}/settings`, `/projects/${id}/settings/connection`] as const],
  [
    'a new connection',
    (id: string) => [`/projects/new/connect?project=${id}`, `/projects/new/connect?project=${id}`] as const,
  ],
])('%s is refused', (_name, addresses) => {
  test.each([
    [
      { kind: 'token', secret: 'two words' },
      { wrong: 'connection-secret', typed: [], chosen: ['token'], secrets: ['two words'] },
    ],
    [
      { host: 'github', kind: 'token', secret: '' },
      { wrong: 'connection-secret', typed: [], chosen: ['token'] },
    ],
    [
      { kind: 'password', username: 'typed:colon', secret: 'a-password' },
      { wrong: 'connection-username', typed: ['typed:colon'], chosen: ['password'], secrets: ['a-password'] },
    ],
    [
      { kind: 'password', username: 'typed', secret: '' },
      { wrong: 'connection-secret', typed: ['typed'], chosen: ['password'] },
    ],
    [
      { kind: 'app', appId: '4711', privateKey: '' },
      { wrong: 'connection-privateKey', typed: ['4711'], chosen: ['app'] },
    ],
    [
      { kind: 'app', appId: '', privateKey: 'a-private-key' },
      { wrong: 'connection-appId', typed: [], chosen: ['app'], secrets: ['a-private-key'] },
    ],
    [
      { host: 'github', secret: 'a-token', apiUrl: 'nowhere' },
      { wrong: 'connection-apiUrl', typed: ['nowhere'], chosen: ['github'], secrets: ['a-token'] },
    ],
  ])('by its credential %#', async (fields: Record<string, string>, expected) => {
    const [page, path] = addresses(hostedId);
    const answer = await send(page, path, { ...usual, ...fields });
    expectRefused(answer, expected);
    const isOpen = !/secret|host/.test(expected.wrong) || fields.username === 'typed';
    expect(/<details\s+open>/.test(answer.text)).toBe(isOpen);
  });
});

test.each([
  [{ labels: `typed, ${long}` }, { wrong: 'connection-labels', typed: [`typed, ${long}`, 'typed-reviewer'] }],
  [{ mention: '-typed-' }, { wrong: 'connection-mention', typed: ['-typed-', 'typed-reviewer'] }],
])(
  'settings of the connection are refused beside their fields %#',
  async (fields: Record<string, string>, expected) => {
    const page = `/projects/${hostedId}/settings`;
    const rest = { ...usual, secret: 'a-token', mention: '', draft: 'yes', labels: '', reviewers: 'typed-reviewer' };
    expectRefused(await send(page, `${page}/connection`, { ...rest, ...fields }), expected);
  },
);

describe('a new project is refused', () => {
  const page = '/projects/new';

  test('with a site address that is not one', async () => {
    const counting = `${page}/counting?project=${hostedId}`;
    expectRefused(await send(counting, counting, { siteUrl: 'nowhere' }), { wrong: 'site-url', typed: ['nowhere'] });
  });

  test('without a repository, because of its name', async () => {
    const name = 'x'.repeat(300);
    expectRefused(await send(page, page, { name, once: 'one' }), { wrong: 'new-name', typed: [name] });
    expectRefused(await send(page, page, { name: 'Handbook', once: 'two' }), {
      wrong: 'new-name',
      typed: ['Handbook'],
    });
  });

  test.each(['/nowhere/at/all', 'ftp://nowhere/typed', 'https://inside.example.com/typed'])(
    'with %s, where no repository is',
    async (repository) => {
      const search = new URLSearchParams({ repository }).toString();
      const reply = await fetch(`${site.origin}${page}?${search}`, { headers: { accept: 'text/html', cookie: owner } });
      const answer = { status: reply.status, text: await reply.text() };
      expectRefused(answer, { wrong: 'new-repository', typed: [repository] });
      const sent = { repository, name: 'Typed', ref: '', docs: '', once: 'three' };
      expectRefused(await send(page, page, sent), { wrong: 'new-repository', typed: [repository] });
    },
  );

  test('with a branch or a folder that does not exist', async () => {
    const repository = site.docs.repository;
    for (const [query, wrong] of [
      [{ ref: 'no-such-branch' }, 'look-ref'],
      [{ docs: 'no/such/folder' }, 'look-docs'],
    ] as const) {
      const search = new URLSearchParams({ repository, ...query }).toString();
      const reply = await fetch(`${site.origin}${page}?${search}`, { headers: { accept: 'text/html', cookie: owner } });
      const [typed = ''] = Object.values(query);
      expectRefused({ status: reply.status, text: await reply.text() }, { wrong, typed: [typed] });
    }
  });

  test('with a repository and a name that is taken', async () => {
    const sent = { repository: site.docs.repository, name: 'Handbook', ref: 'main', docs: 'docs', once: 'four' };
    expectRefused(await send(page, page, sent), { wrong: 'make-name', typed: ['Handbook', 'docs'] });
  });

  test('with a wrong credential', async () => {
    const repository = 'https://git.example.com/typed.git';
    const sent = { repository, name: 'Typed', ref: '', docs: '', once: 'five', ...usual, kind: 'password' };
    const answer = await send(page, page, { ...sent, username: 'typed:colon', secret: 'a-password' });
    expectRefused(answer, { wrong: 'connection-username', typed: ['Typed', 'typed:colon'], secrets: ['a-password'] });
  });
});
