import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordAction } from '../../../src/audit/record.ts';
import type { AuditedAction } from '../../../src/audit/record.ts';
import { createPerson } from '../../../src/people/people.ts';
import { createKey } from '../../../src/projects/key/keys.ts';
import { createProject } from '../../../src/projects/project.ts';
import { startSite } from '../../http/support/site.ts';
import type { TestSite } from '../../http/support/site.ts';

const organisationId = 'org_one';

let site: TestSite;
let owner: string;
let ids: Record<'ada' | 'first' | 'second' | 'key' | 'twin', string>;

beforeAll(async () => {
  site = await startSite();
  const { db } = site.api;
  owner = await site.session('owner');
  const person = async (name: string) => (await createPerson(db, { organisationId, name })).id;
  const draft = { organisationId, repositoryKind: 'kept' as const, repository: '/nowhere', ref: 'main' };
  ids = {
    ada: await person('Ada'),
    first: await person('Same <b>Name</b>'),
    second: await person('Same <b>Name</b>'),
    key: (await createKey(db, { organisationId, name: 'CI', scopes: ['admin'] })).key.id,
    twin: (await createProject(db, { ...draft, name: 'HANDBOOK' })).id,
  };
  await recordBy('person', ids.ada, 'Ada, as she was', 'by Ada', site.docs.id);
  await recordBy('person', ids.first, 'Same <b>Name</b>', 'by the first');
  await recordBy('person', ids.second, 'Same <b>Name</b>', 'by the second');
  await recordBy('key', ids.key, 'CI', 'by the key', ids.twin);
});
afterAll(() => site[Symbol.asyncDispose]());

async function recordBy(kind: 'person' | 'key', id: string, name: string, subject: string, projectId?: string) {
  const done: AuditedAction = { action: 'key.create', projectId, subject: { kind: 'key', name: subject } };
  await recordAction(site.api.db, { kind, id, name, organisationId, address: null }, done);
}

/** Returns the page of a query: its status, its text, and whose entries it shows. */
async function read(query: Record<string, string>) {
  const search = new URLSearchParams(query).toString();
  const reply = await fetch(`${site.origin}/audit?${search}`, { headers: { accept: 'text/html', cookie: owner } });
  const text = await reply.text();
  return { status: reply.status, text, by: [...text.matchAll(/<bdi>(by [^<]*)<\/bdi>/g)].map(([, name]) => name) };
}

describe('the filter by actor', () => {
  test("finds a person by name in any case, by a former name and by id, and the API's own names", async () => {
    for (const actor of ['Ada', 'aDA', 'Ada, as she was', ids.ada]) {
      expect(await read({ actor })).toMatchObject({ status: 200, by: ['by Ada'] });
    }
    expect((await read({ actor: 'CI' })).by).toEqual(['by the key']);
    expect(await read({ actor: 'command' })).toMatchObject({ status: 200, by: [] });
  });

  test('keeps the text as it was typed, and an id is shown with its name', async () => {
    expect((await read({ actor: 'aDA' })).text).toMatch(/id="actor"[^>]* value="aDA"/);
    expect((await read({ actor: ids.ada })).text).toMatch(/id="actor-hint">Ada, as she was</);
  });

  test('reports a name that matches no person beside the field, and shows nothing', async () => {
    const { status, text, by } = await read({ actor: 'Nobody <i>', action: 'key' });
    expect([status, by]).toEqual([400, []]);
    expect(text).toContain('It is neither the name nor the id of a person or an API key.');
    expect(text).toMatch(/id="actor"[^>]* value="Nobody &lt;i&gt;"/);
    expect(text).toMatch(/<option value="key"\s+selected>/);
    expect(text).not.toContain('Download as CSV');
  });

  test('offers a link for each person if several have the name', async () => {
    const { status, text } = await read({ actor: 'Same <b>Name</b>', action: 'key' });
    expect(status).toBe(400);
    expect(text).toContain('It is the name of 2: choose one.');
    for (const [id, by] of [
      [ids.first, 'by the first'],
      [ids.second, 'by the second'],
    ]) {
      expect(text).toContain(`href="/audit?action=key&amp;actor=${id}"`);
      expect((await read({ action: 'key', actor: id ?? '' })).by).toEqual([by]);
    }
  });
});

describe('the filter by project', () => {
  test('finds a project by name and by id', async () => {
    for (const project of ['Handbook', site.docs.id]) {
      expect(await read({ project })).toMatchObject({ status: 200, by: ['by Ada'] });
    }
    expect((await read({ project: 'HANDBOOK' })).by).toEqual(['by the key']);
  });

  test('reports a name that matches no project, and offers a link for each if several have it', async () => {
    const none = await read({ project: 'No such' });
    expect([none.status, none.by]).toEqual([400, []]);
    expect(none.text).toContain('It is neither the name nor the id of a project.');
    const several = await read({ project: 'handbook' });
    expect(several.status).toBe(400);
    expect(several.text).toContain('It is the name of 2: choose one.');
    expect(several.text).toContain(`href="/audit?project=${ids.twin}"`);
  });
});

test('suggested names are those of recent entries only', async () => {
  const { text } = await read({});
  const [list = ''] = /<datalist id="project-suggestions">.*?<\/datalist>/s.exec(text) ?? [];
  expect([...list.matchAll(/value="([^"]*)"/g)].map(([, value]) => value)).toEqual(['HANDBOOK', 'Handbook']);
  expect(text).not.toContain(site.api.project.id);
  const [actors = ''] = /<datalist id="actor-suggestions">.*?<\/datalist>/s.exec(text) ?? [];
  expect(actors).toContain('value="CI"');
  expect(actors.replaceAll(/\s+/g, ' ')).toContain(`value="${ids.first}" label="Same &lt;b&gt;Name&lt;/b&gt;"`);
  expect(actors).toContain('value="command"');
});

async function file(query: string): Promise<Response> {
  return await fetch(`${site.origin}/audit.csv?${query}`, { headers: { accept: 'text/html', cookie: owner } });
}

test('the file accepts names as the page does, and refuses unknown ones', async () => {
  const found = await file('actor=Ada');
  expect([found.status, (await found.text()).trim().split('\r\n')]).toEqual([
    200,
    [expect.any(String), expect.stringContaining('by Ada')],
  ]);
  expect((await file('actor=Nobody')).status).toBe(400);
  expect((await file('actor=a&actor=b')).status).toBe(400);
});

test.each(['%00', 'a%00', '%F0%9F', 'x'.repeat(5_000)])('a filter of %s is reported and does no harm', async (text) => {
  for (const name of ['actor', 'project', 'action', 'from']) {
    const url = `${site.origin}/audit?${name}=${text}`;
    expect([200, 400]).toContain((await fetch(url, { headers: { accept: 'text/html', cookie: owner } })).status);
  }
});
