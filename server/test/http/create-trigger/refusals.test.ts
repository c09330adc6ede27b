import { expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';

test('an invalid trigger is rejected with its field, and so is the 51st of a project', async () => {
  await using api = await startApi();
  const path = `/v1/projects/${api.project.id}/triggers`;
  const good = { name: 'Linear', prompt: 'Fix it' };
  const cases: [object, string][] = [
    [{ ...good, name: ' ' }, '/name'],
    [{ ...good, prompt: '' }, '/prompt'],
    [{ ...good, prompt: 'x'.repeat(8_001) }, '/prompt'],
    [{ ...good, secret: 'short' }, '/secret'],
    [{ ...good, scheme: 'md5' }, '/scheme'],
    [{ ...good, fields: { Title: 'title' } }, '/fields/Title'],
    [{ ...good, fields: { 'a\nb': '/title' } }, '/fields/a\nb'],
    [{ ...good, when: { '/a': [] } }, '/when/~1a'],
    [{ ...good, name: 'a\0b' }, '/name'],
    [{ ...good, fields: { Title: '/a\0b' } }, '/fields/Title'],
    [{ ...good, when: { '/a': ['b\0'] } }, '/when/~1a/0'],
    [{ ...good, perHour: 0 }, '/perHour'],
    [{ ...good, url: 'x' }, '/url'],
  ];
  for (const [body, pointer] of cases) {
    const { errors } = expectProblem(await api.send('POST', path, { body }), 'invalid_request');
    expect(errors).toEqual([expect.objectContaining({ pointer })]);
  }
  for (let count = 0; count < 50; count += 1) expect((await api.send('POST', path, { body: good })).status).toBe(201);
  expectProblem(await api.send('POST', path, { body: good }), 'too_many_triggers');
});
