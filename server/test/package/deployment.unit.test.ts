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
    }),
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
    expect(named.filter((variable) => variable !== 'COPYDESK_LISTEN' && !known.includes(`\`${variable}\``))).toEqual(
      [],
    );
  }
});
