import type { LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { JobEvent } from '@copydesk/contract';
import type { CommitCheck } from '../../../src/code-hosts/host-checks.ts';
import { replacer } from '../../races/support.ts';
import type { Script, ScriptedStep } from '../../support/scripted-model.ts';
import { hostRig } from './host-rig.ts';
import type { HostRig } from './host-rig.ts';
import { editGuide } from '../rig.ts';

/** A job whose pull request is open at a code host that answers checks. */
export interface ChecksRig extends HostRig {
  jobId: string;
  /** The last commit of its pull request. */
  head: () => string;
  /** Sets the checks that the host reports for the pull request's last commit. */
  say: (...checks: CommitCheck[]) => void;
  /** Polls the host `times` times, each after a pause. */
  ask: (times?: number) => Promise<void>;
  /** The checks in the transcript. */
  checkEvents: () => Promise<Data<'checks'>[]>;
  /** The notes in the transcript. */
  noted: () => Promise<string[]>;
  /** The messages that were added because of the checks. */
  rounds: () => Promise<Data<'message'>[]>;
}

type Data<T extends JobEvent['type']> = Extract<JobEvent, { type: T }>['data'];

/** When asked about checks, the model changes the name of the product again. */
export const corrector = (call: number, options: LanguageModelV4CallOptions): ScriptedStep => {
  const last = options.prompt.at(-1);
  const text = last?.role === 'user' ? JSON.stringify(last.content) : '';
  if (!text.includes('Checks of the code host fail')) return replacer(call, options);
  const names = ['Acme Cloud', 'Acme Platform', 'Acme Platform 1', 'Acme Platform 2', 'Acme Platform 3'];
  const rounds = options.prompt.filter((one) => JSON.stringify(one).includes('Checks of the code host fail')).length;
  return editGuide(`${names[rounds] ?? ''}.`, `${names[rounds + 1] ?? ''}.`);
};

export async function checksRig(script: Script = corrector): Promise<ChecksRig> {
  const rig = await hostRig(script);
  const { id: jobId } = await rig.create('Acme Cloud. -> Acme Platform.');
  await rig.work();
  const head = (): string => rig.host.pulls.get(1)?.headCommit ?? '';
  return Object.assign(rig, {
    jobId,
    head,
    say: (...checks: CommitCheck[]) => void rig.host.checks.set(head(), checks),
    async ask(times = 1) {
      for (let time = 0; time < times; time += 1) {
        await rig.passTime();
        await rig.handleHosts();
      }
    },
    async checkEvents() {
      return (await rig.events(jobId)).flatMap((event) => (event.type === 'checks' ? [event.data] : []));
    },
    async noted() {
      return (await rig.events(jobId)).flatMap((event) => (event.type === 'noted' ? [event.data.detail] : []));
    },
    async rounds() {
      const messages = (await rig.events(jobId)).flatMap((event) => (event.type === 'message' ? [event.data] : []));
      return messages.filter(({ from }) => from?.kind === 'checks');
    },
  });
}

export function check(name: string, state: CommitCheck['state'], summary?: string): CommitCheck {
  return { key: `job ${name}`, name, state, link: `https://host.test/checks/${name}`, summary };
}
