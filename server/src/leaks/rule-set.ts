import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Credential } from './credential.ts';

/** The credentials that Secretlint's recommended rules find. */
export async function listedIn(text: string): Promise<Credential[]> {
  // It keeps each measurement for as long as the process lives.
  secretLintProfiler.setEnabled(false);
  const { messages } = await lintSource({
    source: { content: text, filePath: 'page.md', ext: '.md', contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules: [preset] } },
  });
  return messages.map(({ ruleId, range: [start, end] }) => ({ rule: nameOf(ruleId), start, end }));
}

const preset = {
  id: '@secretlint/secretlint-rule-preset-recommend',
  rule: creator,
  // A comment `secretlint-disable` of the text itself would switch the rules off.
  rules: [{ id: '@secretlint/secretlint-rule-filter-comments', disabled: true }],
};

function nameOf(ruleId: string): string {
  return ruleId.replace(/^@secretlint\/secretlint-rule-/, '');
}
