/** A way to count on a site's server: what to install, and the code, as on the tracker's own pages. */
export interface Middleware {
  name: string;
  /** The file that the code belongs in. */
  place: string;
  code: string;
}

/** What the snippets need to know. */
interface Target {
  url: string;
  projectId: string;
}

/** Returns the tag for the head of every page. */
export function scriptTag({ url, projectId }: Target): string {
  return `<script defer src="${url}/script.js" data-project="${projectId}"></script>`;
}

/** Returns the commands that import access logs: once, and continuously. */
export function importCommands(projectId: string): { once: string; follow: string } {
  const base = `copydesk views import /var/log/nginx/access.log`;
  return { once: `${base}* --project ${projectId}`, follow: `${base} --project ${projectId} --follow` };
}

/** Returns the middleware code by framework. It reads the key from the environment, so that no code contains it. */
export function middlewares({ url, projectId }: Target): Middleware[] {
  const options = (indent: string) =>
    [`url: '${url}',`, `projectId: '${projectId}',`, 'key: process.env.COPYDESK_KEY,'].join(`\n${indent}`);
  return [
    {
      name: 'Express',
      place: 'Before the handlers that serve the pages: it does not see requests that an earlier handler answered.',
      code: `import { tracker } from '@copydesk/tracker/express';\n\napp.use(tracker({\n  ${options('  ')}\n}));`,
    },
    {
      name: 'Fastify',
      place: 'Before the plugins that contain routes.',
      code: `import { tracker } from '@copydesk/tracker/fastify';\n\nawait app.register(tracker, {\n  ${options('  ')}\n});`,
    },
    {
      name: 'Hono',
      place: 'Before the routes.',
      code: `import { tracker } from '@copydesk/tracker/hono';\n\napp.use(tracker({\n  ${options('  ')}\n}));`,
    },
    {
      name: 'Next.js',
      place:
        'In proxy.ts (middleware.ts with “export const middleware” before Next.js 16). It does not see navigation within the site: count people with the script.',
      code: `import { tracker } from '@copydesk/tracker/next';\n\nexport const proxy = tracker({\n  ${options('  ')}\n});`,
    },
    {
      name: 'Cloudflare Workers',
      place: 'Around the Worker that serves the site; COPYDESK_KEY is one of its secrets.',
      code: `import { tracker } from '@copydesk/tracker/cloudflare';\n\nexport default tracker(\n  (env) => ({ url: '${url}', projectId: '${projectId}', key: env.COPYDESK_KEY }),\n  {\n    async fetch(request, env, context) {\n      return await env.ASSETS.fetch(request);\n    },\n  },\n);`,
    },
    {
      name: 'Node’s own http',
      place: 'For every server that provides a request and a response.',
      code: `import { tracker } from '@copydesk/tracker/http';\n\nconst track = tracker({\n  ${options('  ')}\n});\nserver.on('request', track);`,
    },
    {
      name: 'Deno, Bun, any fetch',
      place: 'Around a handler of requests, with the address of the client where the runtime knows it.',
      code: `import { tracker } from '@copydesk/tracker/fetch';\n\nconst options = {\n  ${options('  ')}\n};\nDeno.serve(tracker(options, (request) => new Response('…')));`,
    },
  ];
}
