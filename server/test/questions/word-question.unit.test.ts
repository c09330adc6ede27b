import { expect, test } from 'vitest';
import { readPage } from '../../src/docs/parse/page.ts';
import { wordQuestions } from '../../src/questions/word-question.ts';

const best = (source: string, path = 'docs/page.md') =>
  wordQuestions(path, source, readPage(source, 'markdown'))[0]?.text;

test.each([
  ['# What is it?', 'What is it?'],
  ['# How to back up a server', 'How do I back up a server?'],
  ['# How jobs work', 'How do jobs work?'],
  ['# How the queue works.', 'How does the queue work?'],
  ['# Where are files stored', 'Where are files stored?'],
  ['# Install `copydesk`', 'How do I install copydesk?'],
  ['# Getting started', 'How do I get started?'],
  ['# Setting up the server', 'How do I set up the server?'],
  ['# Running jobs', 'How do I run jobs?'],
  ['# Run a job', 'How do I run a job?'],
  ['# Is\u200b it\u202e so?', 'Is it so?'],
  ['# Test mode', 'What do I need to know about “Test mode”?'],
  ['# Install', 'What do I need to know about “Install”?'],
  ['# Webhook\n\nA webhook is an address.', 'What is a webhook?'],
  ['# Webhooks\n\nWebhooks are addresses.', 'What are Webhooks?'],
  ['---\ntitle: \'Keys: "all"\'\n---\n\n# Other\n', 'What do I need to know about “Keys: "all"”?'],
  ['---\ntitle: [a\n---\n\n# Other\n', 'What do I need to know about “Other”?'],
  ['# Limits\n\n## Detail\n\n## Which limits are there?\n', 'Which limits are there?'],
  ['# Gitea\n\n## What was tried\n', 'Gitea: What was tried?'],
  ['# Use a key\n\n## What is kept\n', 'How do I use a key?'],
  ['# Use a key\n\n## Is it kept?\n', 'Use a key: Is it kept?'],
  ['# Limits\n\n#### Why?\n', 'What do I need to know about “Limits”?'],
])('of %j', (source, question) => {
  expect(best(source)).toBe(question);
});

test.each([
  ['docs/webhook-keys/index.md', 'webhook keys'],
  ['docs/rate_limits.md', 'rate limits'],
  ['README.md', 'README'],
])('the question of a page without a title names its path: %s', (path, name) => {
  expect(best('Text.\n', path)).toBe(`What do I need to know about “${name}”?`);
});

test('the question of a heading covers its section with subsections, and that of the title the whole page', () => {
  const source = '# Page\n\nx\n\n## Why?\n\na\n\n### Detail\n\nb\n\n## Next\n\nc\n';
  const worded = wordQuestions('a.md', source, readPage(source, 'markdown'));
  expect(worded.map(({ within: { start, end } }) => source.slice(start, end))).toEqual([
    '\n\na\n\n### Detail\n\nb\n\n',
    source,
  ]);
});
