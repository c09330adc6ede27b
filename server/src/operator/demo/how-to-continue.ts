import type { DemoServer } from './demo-server.ts';
import type { DemoOutcome } from './demo-job.ts';
import type { Script } from './script.ts';

/** Prints what to try on the demo server, which keeps running. Every line can be pasted. */
export async function printHowToContinue(
  demo: DemoServer,
  script: Script,
  { job, pullRequest }: DemoOutcome,
): Promise<void> {
  const jobs = `${demo.url}/v2/agent/${demo.project.id}/job`;
  // An answer ends without a line break, so the answers of lines pasted together would run into each other.
  const curl = `curl -sS -w '\\n' -H "Authorization: Bearer $COPYDESK_KEY"`;
  const json = `-H 'Content-Type: application/json'`;

  script.section('Go on');
  script.line(
    `Open the pull request; this link signs you in, once:\n${script.paint.place(await demo.signInLink(pullRequest))}`,
  );
  script.line('\nWith curl: the job, a follow-up to it, another job.');
  script.write(
    [
      `export COPYDESK_KEY=${demo.token}`,
      `${curl} ${jobs}/${job.id}`,
      `${curl} ${json} ${jobs}/${job.id}/message -d '{"prompt":"Add missing descriptions"}'`,
      `${curl} ${json} ${jobs} -d '{"prompt":"Normalise headings"}'`,
      '',
    ].join('\n'),
  );
  script.line('\nCtrl-C ends the demonstration and removes its data.');
}
