import { ProjectPatch, ReadabilityRule, readabilityRules } from '@copydesk/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Project, ProjectChange } from '../../projects/project.ts';

type Readability = Pick<ProjectChange, 'readabilityOff'>;

/** The option that switches off rules about how well AI can read the docs. */
export type ReadabilityOptions = Readability;

export function addReadabilityOptions(command: Command): Command {
  return command.option(
    '--readability-off <rules>',
    'rules about AI readers that are off, with commas, such as code-language,link-words; or none',
    parseRules,
  );
}

/** Undefined means not given. Given rules replace the earlier ones. */
export function readabilityOf({ readabilityOff }: ReadabilityOptions): Readability {
  return { readabilityOff };
}

/** Returns the rules that are off, as `printFields` takes them. */
export function readabilityFields({ readabilityOff }: Project): [name: string, value: string | undefined][] {
  return [['readability off', readabilityOff.join(', ') || undefined]];
}

/** Parses the name of one rule. */
export function parseRule(text: string): ReadabilityRule {
  const { data } = ReadabilityRule.safeParse(text);
  if (data !== undefined) return data;
  throw new InvalidArgumentError(`The rules are ${readabilityRules.join(', ')}.`);
}

function parseRules(text: string): Readability['readabilityOff'] {
  const rules = text === 'none' ? [] : [...new Set(text.split(/ *, */))];
  const { data } = ProjectPatch.safeParse({ readabilityOff: rules });
  if (data?.readabilityOff !== undefined) return data.readabilityOff;
  throw new InvalidArgumentError(`Give none, or some of ${readabilityRules.join(', ')}, with commas.`);
}
