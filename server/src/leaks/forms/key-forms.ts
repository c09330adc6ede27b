import type { Form } from './form-table.ts';

/** Private keys in all their notations, and passwords in commands, headers and addresses. */
export const keyForms: readonly Form[] = [
  ['age', ['age-secret-key-1'], /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/y],
  // Includes what pages put before and between lines: `> `, `| `, `<br>`, `" +`.
  [
    'private-key',
    ['-----begin', '---- begin ssh2'],
    /-----?[ ]?BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?[ ]?-----?(?:[\s\w+/=:,.;"'\\>|*()]|-(?!-)|<\/?[a-z]{1,6} ?\/?>){64,5000}(?:-----?[ ]?END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?[ ]?-----?)?/iy,
  ],
  // Keys without a frame: PKCS #8 and #1 of RSA, PKCS #8 and SEC 1 of P-256, Ed25519.
  [
    'private-key',
    ['ibadanbgkqhkig9w0baqefaas'],
    /MII[A-Za-z0-9+/]{2}[A-Za-z]IBADANBgkqhkiG9w0BAQEFAAS(?:[\w+/=]|\\n|\s{1,10}(?=[\w+/]{20})){200,5000}/y,
    6,
  ],
  [
    'private-key',
    ['ibaakc', 'ibaakb'],
    /MII[A-Za-z0-9+/]{2}[A-Za-z]IBAAK[BC](?:[\w+/=]|\\n|\s{1,10}(?=[\w+/]{20})){200,5000}/y,
    6,
  ],
  ['private-key', ['mighageambmgbyqgsm49'], /MIGHAgEAMBMGByqGSM49(?:[\w+/=]|\\n|\s{1,10}(?=[\w+/]{20})){120,200}/y],
  ['private-key', ['mhccaqee'], /MHcCAQEEI(?:[\w+/=]|\\n|\s{1,10}(?=[\w+/]{20})){120,200}/y],
  ['private-key', ['mc4caqawbqydk2vwbcie'], /MC4CAQAwBQYDK2VwBCIEI[\w+/]{43}/y],
  ['private-key', ['private-lines:'], /Private-Lines: \d{1,3}\s{1,20}((?:[\w+/=]{1,64}\s{1,20}){1,100})(?=Private)/iy],
  ['jwk', ['"d"'], /"d"\s{0,3}:\s{0,3}"([\w-]{40,1400})(?=")/y],
  ['jwk', ['"oct"'], /"oct"[^{}]{1,300}?"k"\s{0,3}:\s{0,3}"([\w-]{22,700})(?=")/y],
  ['private-key', ['<d>'], /<D>\s{0,20}([A-Za-z0-9+/=]{80,1400})\s{0,20}(?=<\/D>)/y],
  [
    'private-key-base64',
    ['ls0tls1crudjti'],
    /LS0tLS1CRUdJTi[A-Za-z0-9+/]{0,24}(?:UFJJVkFURS|BSSVZBVE|QUklWQVRF)[A-Za-z0-9+/]{40,8000}={0,2}/y,
  ],
  // `redis://:…@host`, `amqps://user:…@host`.
  ['basicauth', ['://'], /:\/\/[^\s:@/"'`<>()[\]]{0,100}:[^\s@/"'`<>()[\]]{3,100}@[\w.-]{1,100}(?::\d{1,5})?/y],
  [
    'command-password',
    [
      'sshpass',
      'docker login',
      'podman login',
      'helm registry login',
      'az login',
      'oc login',
      'mysql -',
      'mysqldump -',
    ],
    /[a-z]{2,9}(?: [a-z]{2,9})?(?:[^\n]|\\\n){0,200}?\s-p[\s=]{0,3}["']?([^\s"'`$<{]{8,100})/y,
  ],
  [
    'curl-user',
    ['curl'],
    /\bcurl\b(?:[^\n]|\\\n){0,300}?\s(?:-u|--user)[\s=]{0,3}["']?([\w.@-]{0,60}:(?!\/\/)[^\s"'`$<{]{8,100}|[\w.-]{12,100}:(?=["'\s]))/y,
  ],
  [
    'netrc',
    ['machine'],
    /\bmachine\s{1,20}\S{1,100}\s{1,20}login\s{1,20}\S{1,100}\s{1,20}password\s{1,20}((?=\S{0,30}\d)\S{8,100})/y,
  ],
  [
    'authorization',
    ['authorization'],
    /\bauthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:bearer|basic|token)\s{1,3}([\w+/=.~-]{20,2000})/iy,
  ],
  [
    'authorization',
    ['authorization'],
    /\b[Aa]uthorization["']?\s{0,3}[:=]\s{0,3}["']?(?:[Bb]earer|[Bb]asic|[Tt]oken)\s{1,3}((?=\S{0,18}\d)\w{10,19})(?![\w+/=.~-])/y,
  ],
  [
    'kubernetes',
    ['kind:'],
    /kind:\s{0,3}["']?Secret\b[^]{0,300}?\bdata:\s{1,40}[\w.-]{1,60}:\s{0,3}\|?\s{0,20}["']?([A-Za-z0-9+/]{12,4000}={0,2})/y,
  ],
];
