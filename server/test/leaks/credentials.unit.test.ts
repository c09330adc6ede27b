import { describe, expect, test } from 'vitest';
import { credentialsIn } from '../../src/leaks/credentials.ts';
import { capitals, hex, madeUp } from './made-up.ts';

async function rulesOf(text: string): Promise<string[]> {
  return (await credentialsIn(text)).map(({ rule }) => rule);
}

const digits = '123456789';
const small = 'abcdefghijklmnopqrstuvwxyz0123456789';
const uuid = [8, 4, 4, 4, 12].map((length) => madeUp(length, hex)).join('-');

describe('credentials of services', () => {
  test.each([
    ['github', `ghp_${madeUp(36)}`],
    ['github', `github_pat_${madeUp(82)}`],
    ['gitlab', `glpat-${madeUp(20)}`],
    ['aws', `AKIA${madeUp(16, capitals)}`],
    ['anthropic', `sk-ant-api03-${madeUp(93)}AA`],
    ['openai', `sk-proj-${madeUp(74)}T3BlbkFJ${madeUp(74)}`],
    ['stripe', `sk_live_${madeUp(24)}`],
    ['copydesk', `desk_${madeUp(49)}`],
    ['webhook-secret', `whsec_${madeUp(20)}+/${madeUp(21)}=`],
    ['webhook-secret', `whsec_${madeUp(32)}`],
    ['slack', `xoxb-${madeUp(12, digits)}-${madeUp(13, digits)}-${madeUp(24)}`],
    ['sendgrid', `SG.${madeUp(22)}.${madeUp(43)}`],
    ['npm', `npm_${madeUp(36)}`],
    ['digitalocean', `dop_v1_${madeUp(64, hex)}`],
    ['gcp', `AIza${madeUp(35)}`],
    ['twilio', `SK${madeUp(32, hex)}`],
    ['npm', `//registry.acme.dev/:_authToken=${madeUp(36)}`],
    ['twitter', `Use ${madeUp(18, digits)}-${madeUp(40)} there`],
    ['mailchimp', `${madeUp(32, hex)}-us10`],
    ['telegram', `${madeUp(10, digits)}:A${madeUp(34)}`],
    ['dropbox', `sl.${madeUp(130)}`],
    ['sidekiq', `BUNDLE_GEMS__CONTRIBSYS__COM: ${madeUp(8, hex)}:${madeUp(8, hex)}`],
    ['authorization', `curl -H "Authorization: Token ${madeUp(15)}" https://docs.acme.dev`],
    ['authorization', `Authorization: Bearer ${uuid}`],
    ['authorization', 'Authorization: Bearer k63f9gmu7jtfgpii'],
    ['kubernetes', `kind: Secret\ndata:\n  mine: ${Buffer.from(madeUp(31)).toString('base64')}`],
    ['jwt', `ZXlK${madeUp(80)}`],
    ['nuget', `<add key="ClearTextPassword" value="${madeUp(20)}" />`],
    ['assigned-value', `db_password = "${madeUp(24)}"`],
    ['assigned-value', `<apiKey>${madeUp(32, hex)}</apiKey>`],
    ['assigned-value', `var dbToken string = "${madeUp(24)}"`],
    ['assigned-value', `$dbToken .= "${madeUp(24)}";`],
    ['assigned-value', `<dbToken>\n    ${madeUp(24)}\n</dbToken>`],
    ['adafruit', `aio_${madeUp(28)}`],
    ['azure', `${madeUp(52)}JQQJ9${madeUp(27)}`],
    ['azure', `${madeUp(42)}AzSeA${madeUp(5)}`],
    ['buildkite', `bkua_${madeUp(40, hex)}`],
    ['circleci', `CCIPAT_${madeUp(22)}_${madeUp(40, hex)}`],
    ['crates-io', `cio${madeUp(32)}`],
    ['dependency-track', `odt_${madeUp(32)}`],
    ['discord', `client.login('M${madeUp(23)}.${madeUp(6)}.${madeUp(38)}')`],
    ['gcp-oauth', `ya29.${madeUp(160)}`],
    ['mongodb', `mdb_sa_sk_${madeUp(40)}`],
    ['notion', `secret_${madeUp(43)}`],
    ['salesforce', `00D${madeUp(12)}!${madeUp(96)}`],
    ['sourcegraph', `slk_${madeUp(64, hex)}`],
    ['stackhawk', `hawk.${madeUp(20)}.${madeUp(20)}`],
    ['tavily', `tvly-${madeUp(32)}`],
    ['teams-webhook', `https://outlook.office.com/webhook/${uuid}@${uuid}/IncomingWebhook/${madeUp(32, hex)}/${uuid}`],
    ['twitch', `live_${madeUp(9, digits)}_${madeUp(30)}`],
    ['twitter', `${'A'.repeat(22)}${madeUp(90)}`],
    ['vault', `Unseal Key 1: ${madeUp(44)}`],
    ['private-key-base64', Buffer.from(`-----BEGIN RSA PRIVATE KEY-----\n${madeUp(200)}\n`).toString('base64')],
    ['sidekiq', `BUNDLE_GEMS__CONTRIBSYS__COM_TOKEN => "${madeUp(8, hex)}:${madeUp(8, hex)}"`],
    ['telegram', `$telegramToken .= "${madeUp(6, digits)}:A${madeUp(34)}"`],
    ['airtable', `oaa${madeUp(14)}.v1.${madeUp(120)}.${madeUp(64, hex)}`],
    ['apify', `apify_api_${madeUp(36)}`],
    ['asana', `2/1204${madeUp(12, digits)}/1205${madeUp(12, digits)}:${madeUp(32, hex)}`],
    ['atlassian', `ATBB${madeUp(32)}`],
    ['atlassian', `BBDC-${madeUp(44)}`],
    ['azure', `${madeUp(44)}AzFu${madeUp(5)}A==`],
    ['azure', `${madeUp(33)}+ASbA${madeUp(5)}=`],
    ['azure', `${madeUp(42)}+ACRA${madeUp(5)}`],
    ['azure', `${madeUp(76)}ACDb${madeUp(5)}g==`],
    ['azure-signature', `https://acme.blob.core.windows.net/a?sp=r&sig=${madeUp(43)}%3D`],
    ['endor-labs', `endr+${madeUp(16)}`],
    ['hubspot', `pat-na1-${uuid}`],
    ['langsmith', `lsv2_pt_${madeUp(32, hex)}_${madeUp(10, hex)}`],
    ['laravel', `Use 49|${madeUp(40)} there`],
    ['launchdarkly', `sdk-${uuid}`],
    ['new-relic', `${madeUp(32, hex)}FFFFNRAL`],
    ['pinecone', `pcsk_${madeUp(6)}_${madeUp(63)}`],
    ['rootly', `rootly_${madeUp(64, hex)}`],
    ['spectral', `spu-${madeUp(32, hex)}`],
    ['tableau', `${madeUp(22)}==:${madeUp(32)}`],
    ['teamwork', `tkn.v1_${madeUp(70)}=`],
    ['tines-webhook', `https://acme.tines.com/webhook/${madeUp(32, hex)}/${madeUp(32, hex)}`],
    ['zapier-webhook', `https://hooks.zapier.com/hooks/catch/${madeUp(7, digits)}/o8f2ab1`],
    ['zoho', `1000.${madeUp(32, hex)}.${madeUp(32, hex)}`],
    ['aws-appsync', `da2-${madeUp(26, small)}`],
    ['azure', `${madeUp(76)}AZDO${madeUp(4)}`],
    ['langfuse', `sk-lf-${uuid}`],
    ['netrc', `machine git.acme.dev\n  login anna\n  password ${madeUp(24)}`],
    ['new-relic', `eu01xx${madeUp(30, hex)}NRAL`],
    ['new-relic', `eu01xx${madeUp(36, hex)}-NRMA`],
    ['openai', `sk-${madeUp(48)}`],
    ['password', 'db_password: "qT7#kWv$Zb2x"'],
    ['password', 'DB_PASSWORD=qT7#kWv$Zb2x'],
    ['password', 'Server=db.acme.dev;User ID=sa;Password=qT7#kWv!Zb2x;Encrypt=true'],
    ['assigned-value', 'discordToken = "72784976199899145167542911277853"'],
    ['database-connection-string', `mongodb+srv://anna:${madeUp(16)}@example-prince.mongodb.net/?w=majority`],
    ['basicauth', `redis://:${madeUp(14)}@cache.acme.dev:6379/0`],
    ['basicauth', `amqps://anna:${madeUp(14)}@queue.acme.dev/docs`],
    ['assigned-value', 'jdbc:mysql://db.acme.dev/docs?user=anna\n    password=qT7kWvZb2x'],
    ['command-password', `docker login -u anna -p ${madeUp(24)} registry.acme.dev`],
    ['command-password', `sshpass -p '${madeUp(24)}' ssh anna@acme.dev`],
    ['curl-user', `curl -u ":${madeUp(14)}" https://docs.acme.dev`],
    ['curl-user', `curl -u "${madeUp(20)}:" https://docs.acme.dev`],
    ['chat-webhook', `https://open.feishu.cn/open-apis/bot/v2/hook/${uuid}`],
    ['make-webhook', `https://hook.eu1.make.com/${madeUp(32, small)}`],
    ['azure-signature', `https://a.logic.azure.com/workflows/invoke?sv=1.0&sig=${madeUp(43)}`],
    ['curl-user', `curl -u admin:${madeUp(20)} https://docs.acme.dev`],
  ])('%s', async (rule, value) => {
    expect(await rulesOf(`Set it once:\n\n    ${value}\n`)).toEqual([rule]);
  });

  test.each([
    ['**API key:** `', '`'],
    ['**API key**: `', '`'],
    ['| API key | `', '` |'],
    ['| `API_KEY` | ', ' |'],
    ['API key - `', '`'],
    ['Sign in with the token `', '` there.'],
    ['The password is ', '.'],
    ['acme login --token ', ''],
    ['client.setApiKey("', '")'],
    ['API key (', ')'],
    ['Secret: <code>', '</code>'],
    ['<td>Token</td><td>', '</td>'],
    ['token: >-\n  ', ''],
    ['ENV TOKEN ', ''],
    ['{\\"auth\\": \\"', '\\"}'],
    ['密码 token：', ''],
    ['Passwort: ', ''],
    ['<secret>{acme docs ', '}</secret>'],
    ['The token of the service is kept as `', '`.'],
  ])('a value as pages say it: %s…%s', async (before, after) => {
    const value = madeUp(24);
    const text = `${before}${value}${after}`;
    expect(await credentialsIn(text)).toEqual([
      { rule: 'assigned-value', start: before.length, end: before.length + value.length },
    ]);
  });

  test.each([
    ['a row within', 'api_key = "9f1234567890abcdef1234567890abcd"'],
    ['a UUID', 'snyk_token = "12345678-ABCD-ABCD-ABCD-1234567890AB"'],
    ['hardly a digit', "token = 'qTdRkWvZbMxLpUhYeNsJgCaF7oDiKtBw'"],
    ['parts', `token = 'ab.${madeUp(18)}.${madeUp(17)}'`],
    ['no vowels', 'airtable_token: ok4zztrwpqbnvhfda'],
    ['a public word in its name', `secret_not_to_commit = ${madeUp(30)}`],
  ])('a value with %s', async (_name, text) => {
    expect(await rulesOf(text)).toEqual(['assigned-value']);
  });

  test('a sequence of letters and digits inside a whole credential does not make it a placeholder', async () => {
    expect(await rulesOf(`ghp_${madeUp(20)}1234567890abcdef`)).toEqual(['github']);
  });

  test('a value of thousands of characters is found completely', async () => {
    const text = `"access_token": "${madeUp(3_000)}"`;
    expect(await credentialsIn(text)).toEqual([{ rule: 'assigned-value', start: 17, end: 3_017 }]);
  });

  test('a private key is found over all its lines', async () => {
    const lines = [64, 63, 62, 61].map((length) => madeUp(length));
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${lines.join('\n')}\n-----END RSA PRIVATE KEY-----`;
    const text = `Put this there:\n\n${key}\n`;
    const [found] = await credentialsIn(text);
    expect(text.slice(found?.start, found?.end)).toContain(lines[3]);
  });

  test('an address with a password', async () => {
    expect(await rulesOf('postgres://admin:k8Zq2Vt9Rw4m@db.acme.dev/main')).toHaveLength(1);
  });

  test('a comment in the text cannot disable a rule', async () => {
    expect(await rulesOf(`<!-- secretlint-disable -->\nghp_${madeUp(36)}\n`)).toEqual(['github']);
  });

  test('a match across the border of two pieces is found once, at its position', async () => {
    const value = `ghp_${madeUp(36)}`;
    for (const before of [65_500, 57_330, 130_000]) {
      const text = `${'word '.repeat(before / 5)}${value} and more ${'word '.repeat(20_000)}`;
      const start = text.indexOf(value);
      expect(await credentialsIn(text)).toEqual([{ rule: 'github', start, end: start + value.length }]);
    }
  });
});

function shifted(text: string, by: number): string {
  return text.replaceAll(/[!-~]/g, (one) => String.fromCodePoint(one.charCodeAt(0) + by));
}

describe('credentials in other letter forms', () => {
  const value = `ghp_${madeUp(36)}`;
  const mathematical = value.replaceAll(/[a-z]/g, (one) => shifted(one, 0x1_d4_1a - 0x61));

  test.each([
    ['full-width', shifted(value, 0xfe_e0)],
    ['full-width in part', `${value.slice(0, 20)}${shifted(value.slice(20), 0xfe_e0)}`],
    ['tags', shifted(value, 0xe_00_00)],
    ['selectors', shifted(value, 0xe_01_00 - 16)],
    ['mathematical', mathematical],
    ['with invisible characters between', Array.from(value).join('\u200b')],
    ['with a soft hyphen within', `${value.slice(0, 9)}\u00ad${value.slice(9)}`],
  ])('%s', async (_name, written) => {
    const text = `Größe 😀 “x”: ${written}, and more`;
    const [found, ...others] = await credentialsIn(text);
    expect({ rule: found?.rule, others }).toEqual({ rule: 'github', others: [] });
    expect(text.slice(found?.start, found?.end)).toBe(written);
  });

  test('a value after the name of a secret', async () => {
    expect(await rulesOf(`db_password = "${shifted(madeUp(24), 0xfe_e0)}"`)).toEqual(['assigned-value']);
  });
});

describe('examples in docs', () => {
  test.each([
    'Set `OPENAI_API_KEY=sk-...` first.',
    'api_key: <YOUR_API_KEY>',
    'AKIAIOSFODNN7EXAMPLE',
    'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    `ghp_${'x'.repeat(36)}`,
    'token: ${{ secrets.GITHUB_TOKEN }}',
    'postgres://user:password@localhost:5432/db',
    'https://user:pass@example.com/',
    'curl -u admin:$PASSWORD https://host',
    'data: secret_of_the_page_that_says_how_to_make_one_yourself',
    'ciotola, cioccolato and ciostrongly-typed-words-without-any-digit',
    `ghs_key string = "docs/getting-started-2024-01"`,
    `LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSURkekNDQWwrZ0F3SUJBZ0lFQWdBQXVUQU5CZ2txaGtpRzl3MEJBUVVGQURCYU1Rc3dDUVlE`,
    'password = "superCroc2021"',
    'apiVersion: k6.io/v1alpha1',
    'kind: Secret\napiVersion: v1\ndata:\n  username: YWRtaW4tb2YtdGhlLWRvY3M=',
    'access_token: MyV2AccessTokenProviderFactory',
    'https://meet.acme.dev/92595?password=6b63548e-98e0-4cb2-b63f-6b408090a5f9',
    'Authorization: Basic cm9vdEBleGFtcGxlLmNvbTpDb21wbGV4cGFzcyMxMjM=',
    'curl https://a.acme.dev\nredis-cli -u rediss://default:PASSWORD@ENDPOINT:PORT',
    '"a": "Hoher Token-Verbrauch",\n"80cd509b8d486456a1b2c3d4": "b"',
    'https://meet.acme.dev/j/92595?pwd=aB3cDeFgHiJkLmNoPqRsTuVwXyZ',
    'Variable CRAWLER_TOKEN_ID (fe95aa31-abbb-40ea-a31b-04a9ccd176b4)',
    `api: eJztW1${madeUp(900)}`,
    'the access token endpoint of /oauth2/token-v2-introspection-endpoint',
    '| Token | tok-of-the-page-v2 |',
    'sk_live_abc123xyz789',
    'Authorization: Basic dXNlci0xOjEyMzQK',
    'Authorization: Bearer mytoken2024',
    'edgedb://edgedb:p4ssw0rd@10.0.0.1/docs',
    'https://img.acme.dev/codecov/docs?token=o2KN5GrPsY',
    'key="eC4bLRy2va**********************"',
    'docker login -u anna -p mypassword123',
    'password: "P@ssw0rd#2024"',
    'DB_PASSWORD=${DB_PASSWORD:-Qw7#}',
    'password: hash(`${user.id}#Salt9`)',
    'AccountKey=Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==',
    "{'output_tokens': 32}, id='run-58587b77-8c82-41e6-8a90-d62c444a261d-0'",
    'The token is of the user with the ID `user_21Ufcy98STcA11s3QckIwtwHIES`',
    'tokenizer_id="lmsys/vicuna-7b-v1.5"',
    "store.get('prefs')\n{'key': '07e0caf4-1631-47b7-b15f-65515d4c1843'}",
    'NEXT_PUBLIC_KEY=pk_1a2b3c4d5e6f7a8b9c0d',
    '⚠️ ＡＰＩ的密码：password：ＸＸＸＸＸＸＸＸＸＸＸＸＸＸＸＸＸＸＸＸ，再试一次',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} token: see below',
    `integrity="sha384-${'a1B2c3D4'.repeat(8)}"`,
    '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq...\n-----END PRIVATE KEY-----',
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIn0.dozjgNryP4J3jVmNHl0w5N',
  ])('%s is not reported', async (text) => {
    expect(await rulesOf(`${text}\n`)).toEqual([]);
  });
});
