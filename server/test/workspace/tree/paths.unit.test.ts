import { describe, expect, test } from 'vitest';
import { isSafeName, pathFault } from '../../../src/workspace/tree/paths.ts';

describe('a path', () => {
  test.each([
    'a',
    'docs/index.md',
    'docs/.hidden',
    'a b/ü/日本.md',
    '.github/x.yml',
    '-rf',
    'a.git',
    '.gitignore',
    'git~2',
    ':(top)x',
  ])('%j may be written', (path) => expect(pathFault(path)).toBeUndefined());

  test.each([
    ['', 'empty'],
    ['/etc/passwd', 'absolute'],
    ['a//b', 'an empty part'],
    ['a/', 'an empty part'],
    ['./a', '. or ..'],
    ['a/../b', '. or ..'],
    ['..', '. or ..'],
    ['.git', '.git'],
    ['a/.GIT/hooks/post-commit', '.git'],
    ['.git ', '.git'],
    ['.git. .', '.git'],
    ['GIT~1/config', '.git'],
    ['.git::$INDEX_ALLOCATION/config', '.git'],
    ['.g\u200cit/config', '.git'],
    ['.G\ufeffIT\u200d', '.git'],
    ['a\\b', 'backslash'],
    ['a\0b', 'control character'],
    ['a\nb', 'control character'],
    ['a\ud800', 'valid Unicode'],
    ['a'.repeat(256), '255 bytes'],
    ['é'.repeat(128), '255 bytes'],
    [`${'a/'.repeat(2000)}b`, '4,000 bytes'],
  ])('%j is refused: %s', (path, fault) => expect(pathFault(path)).toContain(fault));

  test('in a tree object must be a single safe name', () => {
    expect(['a.md', 'ü', '.hidden'].every(isSafeName)).toBe(true);
    expect(['..', '.git', 'a/b', '', 'a\\b'].some(isSafeName)).toBe(false);
  });
});
