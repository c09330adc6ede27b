import { mergePolicyDefaults } from '@copydesk/contract';
import type { MergePolicy } from '@copydesk/contract';
import { numberOf } from '../setting.ts';
import type { PatchForm, Setting } from '../setting.ts';

/** Each choice of kinds that there is. */
const choices = [
  ['', 'never: a person merges'],
  ['links', 'where it only fixes links'],
  ['spelling', 'where it only corrects misspelt words'],
  ['redirects', 'where it only adds redirects'],
  ['links,spelling', 'where it only fixes links and misspelt words'],
  ['links,redirects', 'where it only fixes links and adds redirects'],
  ['spelling,redirects', 'where it only corrects misspelt words and adds redirects'],
  ['links,spelling,redirects', 'where it only fixes links and misspelt words and adds redirects'],
] as const;

const order = ['links', 'spelling', 'redirects'] as const;

const wholeNumberSetting = (
  name: 'maxFiles' | 'maxChangedLines' | 'quarantineHours',
  label: string,
  hint: string,
): Setting => ({
  name: `mergePolicy.${name}`,
  label,
  hint,
  pointer: `/mergePolicy/${name}`,
  kind: 'line',
  is: ({ mergePolicy }) => String((mergePolicy ?? mergePolicyDefaults)[name]),
  means: numberOf,
});

/** When pull requests are merged without a person. */
export const mergingForm: PatchForm = {
  id: 'merging',
  title: 'Merging without a person',
  lead: 'Small changes of jobs may be merged by Copydesk. What a change is, its files decide, not its description. Owners may change this.',
  settings: [
    {
      name: 'mergePolicy.kinds',
      label: 'Copydesk merges a change',
      hint: 'A link must lead to a file of the docs; a misspelt word must be one that the docs use nowhere else.',
      pointer: '/mergePolicy/kinds',
      kind: choices,
      is: ({ mergePolicy }) => shownKinds(mergePolicy),
      means: (text) => (text === '' ? null : text.split(',')),
    },
    wholeNumberSetting('maxFiles', 'Changed files', 'At most; a person merges what has more.'),
    wholeNumberSetting('maxChangedLines', 'Changed lines', 'Likewise, added and removed ones together.'),
    wholeNumberSetting(
      'quarantineHours',
      'Hours left alone',
      'From the last push, or comment of a person, on. Up to 720.',
    ),
    {
      name: 'mergePolicy.requireChecks',
      label: 'Checks at the code host',
      hint: 'One that fails or runs holds it up anyway. Pull requests that are here have none.',
      pointer: '/mergePolicy/requireChecks',
      kind: [
        ['yes', 'at least one must have passed'],
        ['no', 'none has to be there'],
      ],
      is: ({ mergePolicy }) => ((mergePolicy ?? mergePolicyDefaults).requireChecks ? 'yes' : 'no'),
      means: (text) => text === 'yes',
    },
  ],
};

function shownKinds(policy: MergePolicy | null): string {
  return order.filter((kind) => policy?.kinds.includes(kind) === true).join(',');
}
