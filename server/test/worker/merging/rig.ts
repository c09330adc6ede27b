import { mergePolicyDefaults } from '@copydesk/contract';
import type { MergePolicy } from '@copydesk/contract';
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { RepositoriesHere } from '../../../src/worker/claim/repositories-here.ts';
import { mergeSmallChanges } from '../../../src/worker/merging/merge-small-changes.ts';
import type { ScriptedStep } from '../../support/scripted-model.ts';
import { editGuide } from '../rig.ts';
import type { WorkerRig } from '../rig.ts';

/** The docs of these tests: `ol.md` is a page, and "receive" a word of it. */
export const files = {
  'docs/index.md': '# Welcome\n\nStart with the [guide](guide.md), or the [old one](ol.md).\n',
  'docs/ol.md': '# Old\n\nTo receive mail, ask for it.\n',
  'docs/guide.md': '# Guide\n\nYou recieve [mail](nowhere.md).\n',
};

/** Edits the guide as told: `a -> b`. */
export const replaceIt = (_call: number, { prompt }: LanguageModelV4CallOptions): ScriptedStep => {
  const last = prompt.at(-1);
  const reported = last?.role === 'user' ? JSON.stringify(last.content) : '';
  const [, from, to] = /"([^"]*) -> ([^"]*)"/.exec(reported) ?? [];
  return from === undefined || to === undefined ? { text: 'Done as told' } : editGuide(from, to);
};

export const fixLink = 'nowhere.md -> ol.md';
export const fixWord = 'recieve -> receive';

export const hour = 3_600_000;

export async function setPolicy(rig: WorkerRig, policy: Partial<MergePolicy> | null = {}): Promise<void> {
  const whole = policy && { ...mergePolicyDefaults, kinds: ['links', 'spelling', 'redirects'], ...policy };
  await rig.db
    .updateTable('project')
    .set({ merge_policy: whole && JSON.stringify(whole) })
    .execute();
}

/** Judges what is due so many hours from now, as one worker. */
export async function judgeAfter(rig: WorkerRig, hours: number, here?: RepositoriesHere): Promise<void> {
  const now = () => new Date(Date.now() + hours * hour);
  await mergeSmallChanges({ ...rig.services, now }, here);
}

/** The decision as the API shows it. */
export async function decisionOf(rig: WorkerRig, jobId: string) {
  return (await rig.read(jobId)).pullRequest?.merge;
}
