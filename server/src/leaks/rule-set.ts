import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import type { Credential } from './credential.ts';

/** Returns the credentials that Secretlint's recommended rules find. */
export async function ruleSetCredentials(text: string): Promise<Credential[]> {
  // The profiler keeps each measurement as long as the process lives.
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
  // Otherwise, a comment `secretlint-disable` in the text itself would switch the rules off.
  rules: [{ id: '@secretlint/secretlint-rule-filter-comments', disabled: true }],
};

function nameOf(ruleId: string): string {
  return ruleId.replace(/^@secretlint\/secretlint-rule-/, '');
}

/**
 * What a text must contain for each of the rules to find anything: all rules together take 2 ms for 64 KB, and most
 * texts contain none of it. A test compares the names with those of the rules.
 */
export const ruleKeywords: Readonly<Record<string, readonly RuleKeyword[]>> = {
  aws: [{ keyword: 'secret', at: /secret_?access_?key/iy }],
  gcp: [],
  npm: [{ keyword: ':x-oauth-basic' }, { keyword: '_authtoken=' }, { keyword: 'npm_', at: /npm_\w{36}/y }],
  slack: [{ keyword: 'xox', at: /xox\w-/y }, { keyword: 'xapp-' }, { keyword: 'hooks.slack.com' }],
  basicauth: [{ keyword: '://', at: /:\/\/[^\s:@/]{1,256}:[^\s@/]{1,256}@/y }],
  openai: [{ keyword: 'sk-', at: /sk-[\w-]{40}/y }],
  anthropic: [{ keyword: 'sk-ant-' }],
  groq: [{ keyword: 'gsk_' }],
  huggingface: [{ keyword: 'hf_', at: /hf_[a-z]{34}/iy }],
  linear: [{ keyword: 'lin_api_' }],
  notion: [{ keyword: 'ntn_' }],
  privatekey: [{ keyword: '-----begin' }],
  sendgrid: [{ keyword: 'sg.', at: /(?<![a-z])SG\.\w{1,128}\.\w/y }],
  shopify: ['shppa_', 'shpca_', 'shpat_', 'shpss_'].map((keyword) => ({ keyword })),
  stripe: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'].map((keyword) => ({ keyword })),
  github: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'].map((keyword) => ({ keyword })),
  gitlab: [{ keyword: 'glpat-' }],
  grafana: [{ keyword: 'glc_' }, { keyword: 'glsa_' }],
  '1password': [{ keyword: 'ops_ey' }],
  'database-connection-string': [{ keyword: '://', at: /:\/\/[^\s:@/]{1,256}:[^\s@/]{1,256}@/y }],
  'hashicorp-vault': ['hvb.', 'hvs.', 'hvr.'].map((keyword) => ({ keyword })),
  vercel: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'].map((keyword) => ({ keyword })),
  databricks: [{ keyword: 'dapi', at: /dapi[a-f0-9]{32}/iy }],
  docker: [{ keyword: 'dckr_pat_' }],
  figma: [{ keyword: 'figd_' }],
  cloudflare: ['cfk_', 'cfut_', 'cfat_'].map((keyword) => ({ keyword })),
  tailscale: [{ keyword: 'tskey-' }],
  // Switched off.
  'filter-comments': [],
};

/** A keyword, and the pattern that must match at its position, if any. */
export interface RuleKeyword {
  keyword: string;
  at?: RegExp;
}
