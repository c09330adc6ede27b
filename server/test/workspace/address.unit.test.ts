import { isCopydeskError } from '@copydesk/contract';
import { describe, expect, test } from 'vitest';
import { checkBranch, checkCommitId, readAddress } from '../../src/workspace/address.ts';

describe('the address of a URL source', () => {
  test('is normalised', () => {
    expect(readAddress({ kind: 'url', location: 'HTTPS://Host.example/a/../b.git' }, ['https'])).toEqual({
      kind: 'url',
      url: 'https://host.example/b.git',
      protocol: 'https',
      origin: 'https://host.example',
    });
  });

  test.each([
    ['ext::sh -c id', 'not a URL'],
    ['ext::id', 'not allowed'],
    ['ssh://git@host/x', 'not allowed'],
    ['ssh://host/x', 'not allowed'],
    ['git@github.com:owner/name.git', 'https://host/owner/name'],
    ['http://host/x', 'use https'],
    ['file:///etc', 'not allowed'],
    ['https://user:secret@host/x', 'credentials'],
    ['https://token@host/x', 'credentials'],
    ['https://-oProxyCommand=id/x', 'host'],
    ['https://+git.example/x', 'host'],
    ['https://host/x?y', 'query'],
    ['https://host/x#y', 'fragment'],
    ['https://host/a\nb', 'control characters'],
    ['https://host/a b', 'not a URL'],
    ['--upload-pack=id', 'not a URL'],
    ['', 'not a URL'],
  ])('%j is refused: %s', (location, reason) => {
    const read = () => readAddress({ kind: 'url', location }, ['https']);
    expect(read).toThrow(reason);
    expect(read).toThrow(expect.toSatisfy((error) => isCopydeskError(error, 'repository_invalid')));
  });

  test('never repeats a password', () => {
    expect(() => readAddress({ kind: 'url', location: 'https://user:secret@host/x' }, ['https'])).not.toThrow('secret');
  });

  test('may be http or a file where the operator allows it', () => {
    expect(readAddress({ kind: 'url', location: 'http://127.0.0.1:80/x' }, ['https', 'http'])).toMatchObject({
      origin: 'http://127.0.0.1',
    });
    expect(readAddress({ kind: 'url', location: 'file:///srv/x' }, ['file'])).toMatchObject({ protocol: 'file' });
  });
});

describe('the address of a path source', () => {
  test('is an absolute path', () => {
    expect(readAddress({ kind: 'path', location: '/srv/docs/' }, [])).toEqual({ kind: 'path', path: '/srv/docs' });
    expect(() => readAddress({ kind: 'path', location: 'docs' }, [])).toThrow('not absolute');
    expect(() => readAddress({ kind: 'path', location: '/srv/\0' }, [])).toThrow('control characters');
  });
});

describe('the name of a branch', () => {
  test.each(['main', 'copydesk/job_1', 'a.b', 'ü', 'feature/#1'])('can be %j', (name) => {
    expect(checkBranch(name)).toBe(name);
  });

  test.each(
    [
      '',
      '-f',
      'HEAD',
      '@',
      'a..b',
      'a b',
      'a~1',
      'a^',
      'a:b',
      'a?',
      'a*',
      'a[',
      'a\\b',
      '/a',
      'a/',
      'a//b',
      '.a',
      'a/.b',
    ].concat(['a.lock', 'a.lock/b', 'a.', 'a@{1}', 'a\nb', 'a\u007f', 'x'.repeat(201)]),
  )('cannot be %j', (name) => {
    expect(() => checkBranch(name)).toThrow('cannot be the name of a branch');
  });
});

test('the id of a commit is 40 hexadecimal digits', () => {
  expect(checkCommitId('a'.repeat(40))).toBe('a'.repeat(40));
  for (const id of ['main', '--all', 'A'.repeat(40), 'a'.repeat(39)])
    expect(() => checkCommitId(id)).toThrow('not the id');
});
