import { expect, test } from 'vitest';
import { pageViews } from '../../../src/agent/tools/page-views.ts';
import { readFile } from '../../../src/agent/tools/file/read-file.ts';
import { replaceText } from '../../../src/agent/tools/file/replace-text.ts';
import type { Tool } from '../../../src/agent/tools/tool.ts';
import { stepWords } from '../../../src/pages/jobs/step/step-words.ts';
import { html } from '../../../src/pages/view/html.ts';

/** Returns the text about what a step did that called a tool. */
function reported(tool: Tool, input: unknown): string {
  const call = tool.prepare(input);
  const summary = call.ok ? call.summary : call.reason;
  const usage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0 };
  const use = { tool: tool.name, summary, ok: call.ok, result: '' };
  const step = { step: 1, messages: [], text: '', tools: [use], changedFiles: [], usage };
  return html`${stepWords(step)}`.markup.replaceAll(/<[^>]+>/g, '');
}

test.each([
  [replaceText, { find: 'a', replace: 'b' }, 'Replaced &quot;a&quot; by &quot;b&quot;'],
  [replaceText, { find: 'a', replace: 'b', dry_run: true }, 'Tried to replace'],
  [readFile, { path: 'a.md', outline: true }, 'Read the outline of a.md'],
  [pageViews, {}, 'Looked at page views of all'],
])('%#', (tool, input, words) => {
  expect(reported(tool, input)).toContain(words);
});
