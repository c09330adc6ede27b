import { generateKeyPairSync } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openClassifier } from '../../../../src/analytics/classify/classifier.ts';
import { openJudge } from '../../../../src/analytics/classify/judge.ts';
import { fileStamp, openRules, renewedRulesPath, takeRules } from '../../../../src/analytics/classify/refresh/file.ts';
import { openFollowing } from '../../../../src/analytics/classify/refresh/following.ts';
import { releaseKey } from '../../../../src/analytics/classify/refresh/release-key.ts';
import { readPublicKey, signRules } from '../../../../src/analytics/classify/refresh/signed-rules.ts';
import type { Rule } from '../../../../src/analytics/classify/rules/rule.ts';
import type { Rules } from '../../../../src/analytics/classify/rules/rules.ts';
import { readSettings } from '../../../../src/settings.ts';
import { bringRules } from '../../../../src/wiring/views/reader-rules.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { pageRequest } from '../page-request.ts';
import { released } from '../released.ts';

const own = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519');

const newAgent: Rule = {
  id: 'samplebot',
  class: 'ai',
  agent: 'SampleBot',
  operator: 'Sample',
  purpose: 'training',
  pattern: 'SampleBot',
  source: 'https://sample.example/bot',
  date: '2027-01-01',
  networks: [],
  onUsersMachines: false,
  example: 'SampleBot/1.0',
};

/** Newer rules with a further agent that matches the sample. */
const newer = (agent: Partial<Rule> = {}, version = '2027-01-01.1'): Rules => ({
  ...released.known,
  version,
  named: [{ ...newAgent, ...agent }, ...released.known.named],
});
const signed = (rules: Rules): string => signRules(rules, own.privateKey);

test('the key of the settings decides whose rules are taken', async () => {
  await using folder = await temporaryFolder();
  const file = path.join(folder.path, 'rules.json');
  writeFileSync(file, signed(newer()));
  const settingsOf = (key: KeyObject) =>
    readSettings({
      COPYDESK_DATA_DIR: path.join(folder.path, 'data'),
      COPYDESK_RULES_KEY: key.export({ type: 'spki', format: 'der' }).toString('base64'),
    });
  await expect(bringRules(settingsOf(other.publicKey), file)).rejects.toMatchObject({ code: 'reader_rules_refused' });
  expect(await bringRules(settingsOf(own.publicKey), file)).toMatchObject({ rules: '2027-01-01.1' });
});

test('newer rules apply after they are installed, and installing them again changes nothing', async () => {
  await using folder = await temporaryFolder();
  const place = { dataDirectory: folder.path, key: own.publicKey };
  expect(openRules(place)).toEqual(released.known);
  const taken = { before: released.rules, rules: '2027-01-01.1', added: ['samplebot'], removed: [] };
  expect(await takeRules(place, signed(newer()))).toEqual(taken);
  expect(openJudge(openRules(place)).verdictOf({ userAgent: 'SampleBot/1.0' }).agent).toBe('SampleBot');
  expect(existsSync(`${renewedRulesPath(folder.path)}.new`)).toBe(false);
  const again = { before: '2027-01-01.1', rules: '2027-01-01.1', added: [], removed: [] };
  expect(await takeRules(place, signed(newer()))).toEqual(again);
});

describe('rules are refused, and the current rules stay', () => {
  const text = signed(newer());
  const withoutSignature = JSON.stringify({ ...JSON.parse(text), signature: undefined });
  test.each([
    ['unsigned', withoutSignature, 'not signed'],
    ['signed by another key', signRules(newer(), other.privateKey), 'signature does not match the key'],
    ['changed after that', text.replace('SampleBot', 'SamplfBot'), 'signature does not match the key'],
    [
      'with a signature that is none',
      text.replace(/"signature":"[^"]+"/, '"signature":"x"'),
      'signature does not match the key',
    ],
    ['of another format', text.replace('"copydeskReaderRules":1', '"copydeskReaderRules":2'), 'has the format 2'],
    ['no rules', '{"rules":[]}', 'not a file of reader rules'],
    ['no JSON', '<html>', 'not a file of reader rules'],
    ['older', signed(newer({}, '2026-01-01.1')), 'older than those in force'],
    ['older by its count alone', signed({ ...newer({}, '2026-11-23.2') }), 'older than those in force'],
    ['a browser as AI', signed(newer({ pattern: 'Safari' })), 'any user agent may contain'],
    ['a browser as AI by its version', signed(newer({ pattern: 'Chrome/1' })), 'counts a person’s browser as ai'],
    [
      'a phone as a bot',
      signed(newer({ class: 'bot', purpose: null, pattern: 'SM-A536B' })),
      'counts a person’s browser as bot',
    ],
    ['a bare word', signed(newer({ pattern: 'SampleBot|Code' })), 'the bare word "Code"'],
    ['a pattern that runs away', signed(newer({ pattern: '(?:a+)+b' })), 'repeats a group without end'],
    ['an id twice', signed(newer({ id: 'gptbot' })), 'Two rules have the id "gptbot"'],
  ])('%s', async (_, file, why) => {
    await using folder = await temporaryFolder();
    const place = { dataDirectory: folder.path, key: own.publicKey };
    await expect(takeRules(place, file)).rejects.toMatchObject({
      code: 'reader_rules_refused',
      message: expect.stringContaining(why),
    });
    expect(existsSync(renewedRulesPath(folder.path))).toBe(false);
    expect(openRules(place)).toEqual(released.known);
  });

  test('an id with the prefix of a project’s own rules cannot be signed', () => {
    expect(() => signed(newer({ id: 'own-x' }))).toThrow('Invalid');
  });
});

test('an unsigned file in the data folder is ignored and reported', async () => {
  await using folder = await temporaryFolder();
  const place = { dataDirectory: folder.path, key: own.publicKey };
  writeFileSync(renewedRulesPath(folder.path), signRules(newer(), other.privateKey));
  const refusals: unknown[] = [];
  expect(openRules(place, (error) => refusals.push(error))).toEqual(released.known);
  expect(refusals).toHaveLength(1);
});

test('a running classifier loads newer rules, and keeps its own if they cannot be loaded', async () => {
  await using folder = await temporaryFolder();
  const place = { dataDirectory: folder.path, key: own.publicKey };
  let now = 0;
  let broken = false;
  const changes: string[] = [];
  const failures: unknown[] = [];
  const classifier = openFollowing({
    stamp: () => fileStamp(renewedRulesPath(folder.path)),
    open: () => {
      if (broken) throw new Error('No memory');
      return openClassifier({ judge: openJudge(openRules(place)), now: () => new Date(now) });
    },
    now: () => new Date(now),
    onChange: (rules) => changes.push(rules),
    onFailure: (error) => failures.push(error),
  });
  const agentOf = async (userAgent: string) => (await classifier.classify(pageRequest({ userAgent }))).verdict.agent;
  expect(await agentOf('SampleBot/1.0')).toBeNull();
  await takeRules(place, signed(newer()));
  expect(await agentOf('SampleBot/1.0')).toBeNull();
  now += 10_000;
  expect(await agentOf('SampleBot/1.0')).toBe('SampleBot');
  expect(classifier.rules).toBe('2027-01-01.1');
  await takeRules(place, signed(newer({ id: 'other', agent: 'Other' }, '2027-01-02.1')));
  broken = true;
  now += 10_000;
  expect(await agentOf('SampleBot/1.0')).toBe('SampleBot');
  expect(changes).toEqual(['2027-01-01.1']);
  expect(failures).toHaveLength(1);
});

test('keys are read as PEM, also with escaped line breaks, and only of the kind Ed25519', () => {
  expect(readPublicKey(releaseKey)?.asymmetricKeyType).toBe('ed25519');
  const pem = own.publicKey.export({ type: 'spki', format: 'pem' }).toString();
  expect(readPublicKey(pem)?.equals(own.publicKey)).toBe(true);
  expect(readPublicKey(pem.replaceAll('\n', String.raw`\n`))?.equals(own.publicKey)).toBe(true);
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
  expect(readPublicKey(rsa.export({ type: 'spki', format: 'pem' }).toString())).toBeUndefined();
  expect(readPublicKey('nonsense')).toBeUndefined();
});
