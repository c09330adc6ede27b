import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { expect, test } from 'vitest';
import { credentialsIn } from '../../src/leaks/credentials.ts';
import { ruleKeywords, ruleSetCredentials } from '../../src/leaks/rule-set.ts';
import { hex, madeUp } from './made-up.ts';

test('each rule of the set has its keywords', () => {
  const rules = creator.rules?.map(({ meta }) => meta.id.replace('@secretlint/secretlint-rule-', ''));
  expect(rules?.toSorted()).toEqual(Object.keys(ruleKeywords).toSorted());
});

/** One for each rule, in a text without other keywords. */
test.each([
  ['aws', `secretAccessKey = "${madeUp(40)}"`],
  ['npm', `npm_${madeUp(36)}`],
  ['slack', `xoxb-${madeUp(12, '123456789')}-${madeUp(24)}`],
  ['slack', `https://hooks.slack.com/services/T${madeUp(9)}/B${madeUp(10)}/${madeUp(24)}`],
  ['basicauth', `https://anna:${madeUp(16)}@git.acme.dev/docs`],
  ['openai', `sk-proj-${madeUp(74)}T3BlbkFJ${madeUp(74)}`],
  ['anthropic', `sk-ant-api03-${madeUp(93)}AA`],
  ['groq', `gsk_${madeUp(52)}`],
  ['huggingface', `hf_${madeUp(34, 'abcdefghijkmnop')}`],
  ['linear', `lin_api_${madeUp(40)}`],
  ['notion', `ntn_${madeUp(11, '123456789')}${madeUp(35)}`],
  ['sendgrid', `SG.${madeUp(22)}.${madeUp(43)}`],
  ['shopify', `shpat_${madeUp(32, hex)}`],
  ['stripe', `rk_live_${madeUp(24)}`],
  ['github', `ghs_${madeUp(36)}`],
  ['gitlab', `glpat-${madeUp(20)}`],
  ['grafana', `glsa_${madeUp(32)}_${madeUp(8, hex)}`],
  ['database-connection-string', `mysql://anna:${madeUp(16)}@db.acme.dev/main`],
  ['hashicorp-vault', `hvs.${madeUp(95)}`],
  ['vercel', `vcp_${madeUp(40)}`],
  ['databricks', `dapi${madeUp(32, hex)}`],
  ['docker', `dckr_pat_${madeUp(27)}`],
  ['figma', `figd_${madeUp(42)}`],
  ['cloudflare', `cfut_${madeUp(40)}${madeUp(8, hex)}`],
  ['tailscale', `tskey-auth-${madeUp(16)}-${madeUp(32)}`],
])('the keywords of %s find its credentials: %#', async (rule, value) => {
  const text = `Set it:\n\n    ${value}\n`;
  expect((await ruleSetCredentials(text)).map((one) => one.rule)).toContain(rule);
  expect(await credentialsIn(text)).toHaveLength(1);
});
