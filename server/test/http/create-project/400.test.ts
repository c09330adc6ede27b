import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectProblem, startApi } from '../support/api.ts';
import type { TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startApi();
});
afterAll(async () => await api[Symbol.asyncDispose]());

test.each([
  ['/name', {}],
  ['/name', { name: '  ' }],
  ['/name', { name: 'a\nb' }],
  ['/name', { name: 'x'.repeat(101) }],
  ['/name', { name: 'Docs' }],
  ['/docsFolder', { name: 'Fine', docsFolder: '../up' }],
  ['/model', { name: 'Fine', model: 'nonsense' }],
  ['/origins/0', { name: 'Fine', origins: ['https://docs.example.com/path'] }],
  ['/connection', { name: 'Fine', connection: { host: 'git' } }],
])('reports that %s is wrong', async (pointer, body) => {
  const { errors } = expectProblem(await api.send('POST', '/v1/projects', { body }), 'invalid_request');
  expect(errors).toMatchObject([{ pointer }]);
});

/** Addresses that belong to the operator: by value, by host name, and in odd spellings. */
const privateAddresses = [
  'http://127.0.0.1:5432/x.git',
  'https://127.0.0.1/x.git',
  'https://0x7f.1/x.git',
  'https://[::1]/x.git',
  'https://[::ffff:10.0.0.1]/x.git',
  'https://169.254.169.254/latest',
  'https://inside.example.com/x.git',
];

test.each(privateAddresses)('does not contact %s, whichever endpoint is used', async (repository) => {
  const { id } = api.project;
  const asked = [
    await api.send('POST', '/v1/projects', { body: { name: 'Inside', repository } }),
    await api.send('POST', '/v1/repositories/look', { body: { repository } }),
    await api.send('PATCH', `/v1/projects/${id}`, { body: { repository } }),
    await api.send('POST', `/v1/projects/${id}/context`, { body: { name: 'inside', repository } }),
  ];
  for (const reply of asked) {
    const { errors, detail } = expectProblem(reply, 'invalid_request');
    expect(errors).toMatchObject([{ pointer: '/repository' }]);
    expect(detail).not.toContain('10.0.0.7');
  }
});

test('a public address requires TLS', async () => {
  const body = { name: 'Plain', repository: 'http://git.example.com/x.git' };
  const { detail } = expectProblem(await api.send('POST', '/v1/projects', { body }), 'invalid_request');
  expect(detail).toContain('https://');
});
