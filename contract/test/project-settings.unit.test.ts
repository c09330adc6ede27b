import { expect, test } from 'vitest';
import { ProjectPatch } from '../src/project/projects.ts';

test.each(['T', '1', 'é'])('an author of 250,000 times "%s" is refused without being matched', (letter) => {
  const { error } = ProjectPatch.safeParse({ commitAuthor: letter.repeat(250_000) });
  expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: 300, path: ['commitAuthor'] }]);
});

test.each(['Docs Bot <docs-bot@example.com>', ` ${'é'.repeat(280)} <a@b.example> `])(
  '%s is accepted as an author',
  (author) => {
    expect(ProjectPatch.parse({ commitAuthor: author }).commitAuthor).toBe(author.trim());
  },
);
