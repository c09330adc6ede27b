import { randomUUID } from 'node:crypto';

const quickstart = '/get-started/quickstart';

/** Ten things that readers said, in the lengths that readers write. */
export function sampleFeedback(): object[] {
  const said: { path: string; helpful?: boolean; comment?: string; contact?: string; code?: { text: string } }[] = [
    { path: quickstart, helpful: true },
    { path: quickstart, helpful: false, comment: 'The second command fails.' },
    {
      path: quickstart,
      helpful: false,
      comment:
        'I followed every step on a new machine, and at “Start the server” it says that the port is in use. ' +
        'Nothing on the page says how to choose another one, and the search finds nothing either.\n\nIn the end a colleague ' +
        'told me about the environment variable. One sentence here would have saved me an hour.',
      contact: 'grace@example.com',
    },
    {
      path: '/get-started/install',
      helpful: false,
      comment: 'It ends with 404.',
      code: { text: 'curl -fsSL https://get.example.com | sh' },
    },
    { path: '/get-started/install', helpful: true, comment: 'Short and to the point, thank you!' },
    { path: '/guides/deploy', helpful: false, comment: 'Which version is this about?' },
    { path: '/guides/deploy', comment: 'The picture is from the old console.' },
    { path: '/guides/webhooks', helpful: true },
    {
      path: '/guides/webhooks',
      helpful: false,
      comment: 'The example does not compile: `onEvent` is missing an argument.',
    },
    { path: '/reference/limits', helpful: false, comment: '¿Son límites por proyecto o por organización?' },
  ];
  return said.map((one) => Object.assign(one, { id: randomUUID(), openFor: 20_000 }));
}
