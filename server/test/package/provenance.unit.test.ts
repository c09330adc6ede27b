import { expect, test } from 'vitest';
import { addressOfRemote, provenanceOf } from '../../../scripts/release/provenance.ts';

test('a manifest says where its package comes from', () => {
  const expected = {
    repository: { type: 'git', url: 'git+https://git.example.com/acme/copydesk.git', directory: 'server' },
    homepage: 'https://git.example.com/acme/copydesk#readme',
    bugs: { url: 'https://git.example.com/acme/copydesk/issues' },
  };
  expect(provenanceOf('https://git.example.com/acme/copydesk.git', 'server')).toEqual(expected);
  expect(provenanceOf('https://git.example.com/acme/copydesk/', 'server')).toEqual(expected);
  expect(provenanceOf('https://git.example.com/acme/copydesk', undefined).repository).not.toHaveProperty('directory');
});

test.each([
  '',
  'acme/copydesk',
  'http://git.example.com/a/b',
  'https://me:secret@git.example.com/a/b',
  'https://a.example/',
])('"%s" is rejected as a repository', (address) => {
  expect(() => provenanceOf(address, undefined)).toThrow('is no repository');
});

test.each([
  ['git@git.example.com:acme/copydesk.git', 'https://git.example.com/acme/copydesk.git'],
  ['ssh://git@git.example.com/acme/copydesk.git', 'https://git.example.com/acme/copydesk.git'],
  ['https://me:secret@git.example.com/acme/copydesk', 'https://git.example.com/acme/copydesk'],
  ['/srv/git/copydesk.git', undefined],
  ['', undefined],
])('the remote "%s" is at %s', (remote, address) => {
  expect(addressOfRemote(remote)).toBe(address);
});
