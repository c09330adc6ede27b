import type { ClientOptions } from '../../src/index.ts';

/** A stub's answer: a response, or a network failure. */
export type Answer = Response | Error;

/** Returns a client's options with a server that gives these answers in order, and the requests it received. */
export function stubServer(...answers: (Answer | ((request: Request) => Answer | Promise<Answer>))[]) {
  const requests: Request[] = [];
  const options: ClientOptions = {
    url: 'https://desk.example.com/',
    key: 'desk_secret',
    fetch: async (request) => {
      requests.push(request);
      const next = answers.shift();
      if (next === undefined) throw new Error(`The stub has no answer to ${request.method} ${request.url}`);
      const answer = typeof next === 'function' ? await next(request) : next;
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  return { options, requests };
}

export function json(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return Response.json(value, { status, headers });
}

/** Returns an error as the server sends it, to be retried at once. */
export function problem(status: number, code: string, retryAfter = '0'): Response {
  const body = {
    type: 'about:blank',
    title: code,
    status,
    detail: `It is ${code}.`,
    code,
    requestId: 'req_1',
    errors: [],
  };
  return Response.json(body, {
    status,
    headers: { 'content-type': 'application/problem+json', 'retry-after': retryAfter },
  });
}
