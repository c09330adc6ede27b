import { expect } from 'vitest';

/** One answer of a Copydesk server, or an error of the connection. */
export type Scripted = { status: number; headers?: Record<string, string>; body?: string } | Error;

/**
 * A `fetch` that gives these answers in order, repeats the last one, and records the paths of the views of each
 * request.
 */
export function scriptedFetch(...answers: Scripted[]) {
  const batches: string[][] = [];
  const fetch: typeof globalThis.fetch = async (_, init) => {
    const views = JSON.parse(init?.body as string) as { path: string }[];
    const answer = answers[Math.min(batches.length, answers.length - 1)] ?? { status: 202 };
    batches.push(views.map(({ path }) => path));
    expect(init?.signal).toBeInstanceOf(AbortSignal);
    if (answer instanceof Error) throw answer;
    return new Response(answer.body ?? '{}', { status: answer.status, headers: answer.headers });
  };
  return { fetch, batches };
}
