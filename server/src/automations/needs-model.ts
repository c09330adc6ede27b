/** The model that would get the work of an automation cannot follow its prompt: a job would fail each time. */
export class NeedsModel extends Error {
  constructor(model: string) {
    super(needsModelWords(model));
  }
}

export function needsModelWords(model: string): string {
  return (
    `This prompt needs a model that understands free text. ${model} understands only the documented instructions. ` +
    'Set the model of the project in its settings, or with "copydesk project set --model".'
  );
}
