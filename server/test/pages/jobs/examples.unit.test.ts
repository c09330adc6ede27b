import { expect, test } from 'vitest';
import { readPrompt } from '../../../src/agent/models/builtin/grammar/prompt.ts';
import { copyeditor, examplesFor } from '../../../src/pages/jobs/new/examples.ts';

const site = { label: 'MkDocs', isRecognised: true, pages: ['docs/index.md', 'docs/guide.md'] };

test.each([undefined, site])('the copyeditor understands every example prompt on its page', (known) => {
  const examples = examplesFor(copyeditor, known);
  expect(examples.length).toBeGreaterThan(3);
  for (const example of examples) expect(readPrompt(example)).toHaveLength(1);
});
