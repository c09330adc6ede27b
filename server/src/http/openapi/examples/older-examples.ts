import type { Job, OlderJobRequest, OlderSession } from '@copydesk/contract';

export const olderBody: OlderJobRequest = {
  messages: [
    { role: 'system', content: 'Never ask questions.' },
    { role: 'user', content: 'Replace "log in" with "sign in"' },
  ],
  branch: 'docs/sign-in',
  asDraft: true,
};

/** The same job in the shapes of the older version. */
export function olderExamples(job: Job): Record<string, object> {
  const session: OlderSession = {
    sessionId: job.id,
    subdomain: 'prj_6sVb3XqT9dLw4NcR7Kp2mZ',
    branch: job.source.ref,
    haulted: true,
    haultReason: 'completed',
    pullRequestLink: job.prLink ?? '',
    messageToUser: job.outcome?.text ?? '',
    todos: [],
    userId: 'per_4Kd8nVq2sYw6TzB1xLc9Rf',
    title: job.summary,
    createdAt: job.createdAt,
  };
  return {
    OlderSession: session,
    OlderSessionList: { allSessions: [session] },
    OlderCreatedSession: { ...job, ...session },
  };
}

/** An example of the answer as a UI message stream. */
export const olderStreamExample = [
  { type: 'start', messageId: 'job_01jd9z2v0d6q3m5x8e7r4t1w9k' },
  { type: 'text-start', id: 'step-1' },
  { type: 'text-delta', id: 'step-1', delta: 'I look for pages that say “log in”.' },
  { type: 'text-end', id: 'step-1' },
  { type: 'finish' },
]
  .map((part) => `data: ${JSON.stringify(part)}\n\n`)
  .concat('data: [DONE]\n\n')
  .join('');
