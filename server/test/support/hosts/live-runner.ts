import { pause } from './live-gitea.ts';
import type { LiveGitea, LiveServer } from './live-gitea.ts';

/** A runner of Actions that a test plays at a live server: it takes jobs and reports their results. */
interface LiveRunner {
  /** Takes the next waiting job of the repository, as soon as one exists. */
  take: () => Promise<{ end: (result: 'SUCCESS' | 'FAILURE', printed: string[]) => Promise<void> }>;
}

/** The label that workflows name in `runs-on` to run here. */
export const runnerLabel = 'played';

/** Registers a runner by the protocol of act_runner (runner/v1/services.proto of actions-proto-go), as JSON. */
export async function startLiveRunner({ host, url }: LiveServer, live: LiveGitea): Promise<LiveRunner> {
  // Gitea 1.26 no longer answers a GET, and Forgejo does not answer a POST yet.
  const asking = host === 'gitea' ? 'POST' : 'GET';
  const { token } = (await live.ask(asking, 'actions/runners/registration-token')) as { token: string };
  const call = async (method: string, message: object, headers: Record<string, string> = {}): Promise<unknown> => {
    const answer = await fetch(`${url}/api/actions/runner.v1.RunnerService/${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(message),
    });
    if (!answer.ok) throw new Error(`${method} was answered with ${answer.status}: ${await answer.text()}`);
    return await answer.json();
  };
  const registered = await call('Register', { name: 'played', token, labels: [runnerLabel] });
  const { runner } = registered as { runner: { uuid: string; token: string } };
  const own = { 'x-runner-uuid': runner.uuid, 'x-runner-token': runner.token };
  await call('Declare', { version: '0', labels: [runnerLabel] }, own);
  const fetchTask = async (): Promise<{ id: string }> => {
    for (let attempt = 1; attempt <= 200; attempt += 1) {
      const { task } = (await call('FetchTask', { tasksVersion: '0' }, own)) as { task?: { id: string } };
      if (task !== undefined) return task;
      await pause();
    }
    throw new Error('The server has no job for the runner.');
  };
  return {
    async take() {
      const { id } = await fetchTask();
      const startedAt = now();
      await call('UpdateTask', { state: { id, startedAt } }, own);
      return {
        async end(result, printed) {
          const rows = printed.map((content) => ({ time: now(), content }));
          await call('UpdateLog', { taskId: id, index: '0', rows, noMore: true }, own);
          await call('UpdateTask', { state: { id, result: `RESULT_${result}`, startedAt, stoppedAt: now() } }, own);
        },
      };
    },
  };
}

function now(): string {
  return new Date().toISOString();
}
