import { readReaderRule, writeReaderRule } from '@copydesk/contract';
import type { Project } from '../../../../projects/project.ts';
import type { PatchForm, Setting } from '../setting.ts';

type Exclusion = 'excludeAddresses' | 'excludePaths' | 'excludeUserAgents';

const exclusionSetting = (name: Exclusion, label: string, hint: string): Setting => ({
  name,
  label,
  hint,
  pointer: `/${name}`,
  kind: 'area',
  is: (project: Project) => project[name].join('\n'),
  means: linesOf,
});

/** Readers that a project classifies better than the rules do, and readers that it does not count. */
export const readersForm: PatchForm = {
  id: 'readers',
  title: 'Who reads',
  lead: 'Rules that only you know. They apply to views that arrive from now on; “copydesk views reclassify” applies them to stored views, too.',
  settings: [
    {
      name: 'readerRules',
      label: 'Rules of your own',
      hint:
        'One per line, such as name=Link check; pattern=acme-probe; class=bot. The class is human, ai or bot; for ai also ' +
        'agent, operator and purpose. The pattern is a word of the user agent, in which * matches any text.',
      pointer: '/readerRules',
      kind: 'area',
      is: ({ readerRules }) => readerRules.map(writeReaderRule).join('\n'),
      means: (text) => linesOf(text).map(readReaderRule),
    },
    exclusionSetting('excludeAddresses', 'Excluded addresses', 'One per line, such as 192.0.2.7 or 192.0.2.0/24.'),
    exclusionSetting(
      'excludePaths',
      'Excluded paths',
      'One per line, such as /internal/*, in which * matches any text.',
    ),
    exclusionSetting(
      'excludeUserAgents',
      'Excluded user agents',
      'One per line: words of them, in which * matches any text.',
    ),
  ],
};

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
