import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import manifest from '../../package.json' with { type: 'json' };

const root = fileURLToPath(new URL('../../..', import.meta.url));
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

const Compose = z.object({
  services: z.object({
    copydesk: z.object({
      image: z.string(),
      read_only: z.boolean(),
      volumes: z.array(z.string()),
      stop_grace_period: z.string(),
      env_file: z.string(),
      environment: z.record(z.string(), z.string()),
    }),
    caddy: z.object({
      volumes: z.array(z.string()),
      networks: z.object({ proxy: z.object({ ipv4_address: z.string() }) }),
    }),
  }),
  networks: z.object({
    proxy: z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string(), ip_range: z.string() })) }) }),
  }),
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  test('is built with the Node that is tested with', () => {
    expect(dockerfile).toContain(`node:${manifest.dependencies.node}-`);
  });

  test('runs as an unprivileged numeric user, with one volume', () => {
    expect(dockerfile).toMatch(/^USER 10001:10001$/m);
    expect(dockerfile.match(/^VOLUME .*$/gm)).toEqual(['VOLUME /var/lib/copydesk']);
    expect(dockerfile).toMatch(/^ENTRYPOINT \["\/usr\/bin\/tini", "--"/m);
  });

  test('is started by the compose file with the same version, read-only, with the same volume', () => {
    const { copydesk } = Compose.parse(parse(read('compose.yaml'))).services;
    expect(copydesk).toMatchObject({ image: `copydesk:${manifest.version}`, read_only: true });
    expect(copydesk.volumes).toEqual(['copydesk:/var/lib/copydesk']);
  });

  test('gets every setting of .env, except those that the container itself decides', () => {
    const { services, networks } = Compose.parse(parse(read('compose.yaml')));
    const { env_file: file, environment } = services.copydesk;
    expect(file).toBe('.env');
    expect(environment).toMatchObject({
      COPYDESK_HOST: '0.0.0.0',
      COPYDESK_PORT: '4700',
      COPYDESK_DATA_DIR: '/var/lib/copydesk',
    });
    // Whatever else it sets has the value of .env first.
    const asked = Object.entries(environment).filter(([, value]) => value.startsWith('${'));
    expect(asked.filter(([name, value]) => !value.startsWith(`\${${name}:`))).toEqual([]);
    const address = services.caddy.networks.proxy.ipv4_address;
    expect(environment.COPYDESK_TRUSTED_PROXIES).toBe(`\${COPYDESK_TRUSTED_PROXIES:-${address}}`);
    expect(networks.proxy.ipam.config).toEqual([
      { subnet: address.replace(/\d+$/, '0/24'), ip_range: address.replace(/\d+$/, '128/25') },
    ]);
    expect(services.caddy.volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
    expect(read('Caddyfile')).toContain('reverse_proxy copydesk:4700');
  });
});

describe('the chart', () => {
  test('has the version of the command', () => {
    expect(parse(read('chart/Chart.yaml'))).toMatchObject({ version: manifest.version, appVersion: manifest.version });
    expect(parseAllDocuments(read('chart/values.yaml'))).toHaveLength(1);
  });

  test('keeps variables of Services away, of which COPYDESK_PORT would be one', () => {
    expect(read('chart/templates/statefulset.yaml')).toContain('enableServiceLinks: false');
  });
});

describe.each(readdirSync(path.join(root, 'server/systemd')).filter((name) => name.endsWith('.service')))(
  '%s',
  (name) => {
    const unit = read(`server/systemd/${name}`);

    test('runs the command itself, as its own user', () => {
      expect(unit).toMatch(/^ExecStart=copydesk /m);
      expect(unit).toMatch(/^User=copydesk$/m);
      expect(unit).not.toContain('npx');
    });
  },
);

test('deployment files set only variables that exist', () => {
  const known = read('docs/settings.md');
  for (const name of ['Dockerfile', 'compose.yaml', 'chart/values.yaml', 'server/systemd/copydesk.service']) {
    const named = read(name).match(/\b(?:COPYDESK_[A-Z_]+|DATABASE_URL)\b/g) ?? [];
    // The former name of what compose.yaml calls PUBLISH.
    const own = named.filter((variable) => variable !== 'COPYDESK_LISTEN');
    expect(own.filter((variable) => !known.includes(`\`${variable}\``))).toEqual([]);
  }
});
