import { enableCompileCache } from 'node:module';
import { parseArgs } from 'node:util';
import { openDocs, type DocsEngine } from '../../../server/src/docs/engine.ts';
import { outgoingSecrets } from '../../../server/src/leaks/outgoing-secrets.ts';
import { checkMandate } from '../../../server/src/worker/deliver/check-mandate.ts';
import { filesHolding } from '../../../server/src/worker/verify/files-holding.ts';
import { openJobMandate } from '../../../server/src/worker/prepare/job-mandate.ts';
import { openWorkspace, type FileChange, type Repository } from '../../../server/src/workspace/workspace.ts';
import { changesOf, edits } from './edits.ts';

/** How long the guards of one turn took, each in milliseconds. */
export interface GuardTimes {
  guards: Record<string, number>;
  /** The CPU time of all threads, for all guards. */
  processor: number;
}

interface Turn {
  docs: DocsEngine;
  repository: Repository;
  commit: string;
  folder: string;
}

const { values } = parseArgs({
  options: {
    clones: { type: 'string', default: '' },
    location: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
    files: { type: 'string', default: '1' },
    edit: { type: 'string', default: '' },
    rounds: { type: 'string', default: '1' },
  },
});
enableCompileCache();
const workspace = openWorkspace({ directory: values.clones });
const docs = openDocs();
const repository = await workspace.repository({ id: 'bench', kind: 'path', location: values.location });
const commit = (await repository.head('main')) ?? (await repository.head('master')) ?? '';
const edit = edits.find((one) => one === values.edit) ?? 'sentence';
const times: GuardTimes[] = [];
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const files = { folder: values.folder, most: Number(values.files) };
  const changes = await changesOf(await repository.openTree(commit), { edit, round, ...files });
  times.push(await guard({ docs, repository, commit, folder: values.folder }, changes));
}
await docs.close();
await workspace.close();
process.send?.(times);

/** Runs the guards as a turn does, one after the other. The docs' own checks before them are not counted. */
async function guard(turn: Turn, changes: FileChange[]): Promise<GuardTimes> {
  const guards: Record<string, number> = {};
  let processor = 0;
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const [start, busy] = [performance.now(), process.cpuUsage()];
    const result = await work();
    const { user, system } = process.cpuUsage(busy);
    guards[name] = (guards[name] ?? 0) + performance.now() - start;
    processor += (user + system) / 1_000;
    return result;
  };
  const { folder } = turn;
  const mandate = await timed('mandate', () =>
    openJobMandate(turn.docs, turn.repository, turn.commit, { docsFolder: folder, allow: [] }),
  );
  const after = await turn.repository.openTree(turn.commit, mandate);
  await timed('mandate', async () => {
    for (const { path, content } of changes) if (content === null) after.remove(path);
    for (const { path, content } of changes) {
      if (content === null) continue;
      await after.examine(path, content);
      after.write(path, content);
    }
  });
  const before = await turn.repository.openTree(turn.commit);
  await turn.docs.compare({ before, after, folder });
  const judge = () => turn.docs.newCode({ before, after, folder }, filesHolding(before, folder));
  await timed('code, hosts and commands', judge);
  await timed('the same before the push', judge);
  const prepared = { repository: turn.repository, baseCommit: turn.commit, tree: after, mandate };
  await timed('mandate', () => checkMandate({ ...prepared, merged: () => Promise.resolve([]) }));
  await timed('secrets', async () => {
    const known = after.changes().filter(({ path }) => before.entry(path) !== undefined);
    const old = await Promise.all(known.map(async ({ path }) => textOf(await before.read(path))));
    const files = after.changes().flatMap(({ path, content }) => {
      return content === null ? [] : [{ path, isNew: before.entry(path) === undefined, text: textOf(content) }];
    });
    await outgoingSecrets({ files, words: [], before: old }, []);
  });
  return { guards, processor };
}

function textOf(content: Uint8Array): string {
  return new TextDecoder().decode(content);
}
