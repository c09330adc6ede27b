import type { Html } from '../../view/html.ts';
import { refusedSummary } from '../../view/refused-summary.ts';
import { patchForms, settingId } from './forms/patch-forms.ts';
import type { Outcome } from './view.ts';

interface Place {
  pointer: string;
  label: string;
  /** The id of the field. */
  id: string;
}

const placeOf =
  (section: string) =>
  ([pointer, label, id = pointer]: readonly [pointer: string, label: string, id?: string]): Place => ({
    pointer: `/${pointer}`,
    label,
    id: `${section}-${id}`,
  });

const connection = (
  [
    ['credential/token', 'Token or password', 'secret'],
    ['credential/password', 'Token or password', 'secret'],
    ['credential/kind', 'Credential', 'kind'],
    ['credential/username', 'User name', 'username'],
    ['credential/appId', 'Id of the App', 'appId'],
    ['credential/privateKey', 'Private key of the App', 'privateKey'],
    ['credential', 'Token or password', 'secret'],
    ['host', 'Code host'],
    ['apiUrl', 'Address of the API'],
    ['mention', 'Name in comments'],
    ['draft', 'Pull requests open'],
    ['labels', 'Labels'],
    ['reviewers', 'Reviewers'],
  ] as const
).map(placeOf('connection'));

/** The sections, with the fields that an error may be about. */
const sections = new Map<string, { title: string; places: readonly Place[] }>([
  ...patchForms.map((form): [string, { title: string; places: Place[] }] => [
    form.id,
    {
      title: form.title,
      places: form.settings.map(({ pointer, label, name }) => ({ pointer, label, id: settingId(form, name) })),
    },
  ]),
  ['connection', { title: 'Code host', places: connection }],
  [
    'context',
    {
      title: 'Context repositories',
      places: (
        [
          ['name', 'Name'],
          ['ref', 'Branch'],
          ['repository', 'Repository'],
        ] as const
      ).map(placeOf('context')),
    },
  ],
  [
    'models',
    {
      title: 'Model keys',
      places: (
        [
          ['provider', 'Provider'],
          ['key', 'Key'],
          ['baseUrl', 'Address of the API'],
        ] as const
      ).map(placeOf('models')),
    },
  ],
  [
    'webhooks',
    {
      title: 'Webhooks',
      places: (
        [
          ['url', 'Address'],
          ['events', 'Events'],
        ] as const
      ).map(placeOf('webhooks')),
    },
  ],
  [
    'triggers',
    {
      title: 'Triggers',
      places: (
        [
          ['name', 'Sender'],
          ['prompt', 'Instruction of every job'],
          ['scheme', 'Proof of the secret'],
          ['secret', 'Its secret'],
          ['fields', 'Parts of a request'],
          ['when', 'When it starts a job'],
          ['perHour', 'Jobs per hour'],
          ['sample', 'A sample request'],
        ] as const
      ).map(placeOf('triggers')),
    },
  ],
  [
    'delete',
    { title: 'Delete the project', places: ([['name', 'Name of the project']] as const).map(placeOf('delete')) },
  ],
]);

/** Renders the errors of the form that was sent, above all sections. */
export function refusedPanel({ section, faults = {} }: Outcome): Html | undefined {
  const { title, places } = sections.get(section) ?? { title: 'this section', places: [] };
  const fields = Object.entries(faults).map(([at, fault]) => {
    const place = places.find(({ pointer }) => `${at}/`.startsWith(`${pointer}/`));
    return {
      id: place?.id ?? section,
      label: place?.label ?? title,
      fault: at === '/events' ? 'Choose at least one.' : fault,
    };
  });
  return refusedSummary(`Nothing was saved in “${title}”.`, fields);
}
