import { ProjectPatch } from '@copydesk/contract';
import { type Command, InvalidArgumentError } from 'commander';
import type { Project, ProjectChange } from '../../projects/project.ts';

type Calls = Pick<ProjectChange, 'maxOutputTokens' | 'effort' | 'temperature' | 'parallelCalls' | 'images'>;

/** The options that set how a project's model is called; `default` removes a setting. */
export interface CallOptions {
  maxOutputTokens?: Calls;
  effort?: Calls;
  temperature?: Calls;
  parallelCalls?: Calls;
  images?: Calls;
}

export function addCallOptions(command: Command): Command {
  return command
    .option(
      '--max-output-tokens <tokens>',
      'maximum tokens of one answer of the model',
      optionParser('maxOutputTokens', Number),
    )
    .option(
      '--effort <level>',
      'how long the model thinks: none, minimal, low, medium, high, xhigh or max',
      optionParser('effort'),
    )
    .option('--temperature <number>', 'the temperature of the model, from 0 to 2', optionParser('temperature', Number))
    .option(
      '--parallel-calls <yes or no>',
      'whether one answer may call several tools',
      optionParser('parallelCalls', yesOrNo),
    )
    .option('--images <auto, on or off>', 'whether the model gets images', optionParser('images'));
}

/** Undefined means not given. */
export function callsOf({ maxOutputTokens, effort, temperature, parallelCalls, images }: CallOptions): Calls {
  return { ...maxOutputTokens, ...effort, ...temperature, ...parallelCalls, ...images };
}

/** Returns how a project's model is called, as `printFields` takes it. */
export function callFields(project: Project): [name: string, value: string | undefined][] {
  const { maxOutputTokens, effort, temperature, parallelCalls, images } = project;
  return [
    ['effort', effort ?? undefined],
    ['answers', maxOutputTokens === null ? undefined : `up to ${maxOutputTokens.toLocaleString('en')} tokens`],
    ['temperature', temperature === null ? undefined : String(temperature)],
    ['tools at once', parallelCalls === null ? undefined : parallelCalls ? 'yes' : 'no'],
    ['images', images === 'auto' ? undefined : images],
  ];
}

const allowed: Record<keyof Calls, string> = {
  maxOutputTokens: 'a number from 1 to 1000000',
  effort: 'none, minimal, low, medium, high, xhigh or max',
  temperature: 'a number from 0 to 2',
  parallelCalls: 'yes or no',
  images: 'auto, on or off',
};

/** Parses an option as the API parses the field. */
function optionParser(name: keyof Calls, meaning: (text: string) => unknown = (text) => text): (text: string) => Calls {
  return (text) => {
    const value = text === 'default' ? defaultOf(name) : text.trim() === '' ? undefined : meaning(text);
    const { data } = ProjectPatch.safeParse({ [name]: value });
    if (data?.[name] === undefined) throw new InvalidArgumentError(`Give ${allowed[name]}, or default.`);
    return { [name]: data[name] };
  };
}

/** The provider decides the default of everything except images, which Copydesk decides. */
function defaultOf(name: keyof Calls): 'auto' | null {
  return name === 'images' ? 'auto' : null;
}

function yesOrNo(text: string): unknown {
  return text === 'yes' ? true : text === 'no' ? false : text;
}
