import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { namespacedCommand, separationObstacle } from '../../src/machines/namespaces.ts';

const obstacle = await separationObstacle(tmpdir());

async function twoDisks() {
  const folder = await mkdtemp(path.join(tmpdir(), 'copydesk-disks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const name of ['docs-1', 'docs-2']) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'here'), name);
  }
  return folder;
}

test.skipIf(obstacle !== undefined)(
  'a machine has its own name and disk, and cannot see the disk of another',
  async () => {
    const folder = await twoDisks();
    const script = 'echo $$; hostname; ls docs-1 docs-2';
    const [command = '', ...words] = namespacedCommand({ name: 'docs-2', hidden: [path.join(folder, 'docs-1')] }, [
      'sh',
      '-c',
      script,
    ]);
    const running = promisify(execFile)(command, words, { cwd: folder });
    const { stdout } = await running;
    const [id, ...lines] = stdout.trim().split('\n');
    expect(Number(id)).toBe(running.child.pid);
    expect(lines).toEqual(['docs-2', 'docs-1:', '', 'docs-2:', 'here']);
    expect(hostname()).not.toBe('docs-2');
  },
);
