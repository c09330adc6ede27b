import { z } from 'zod';
import { carryOutPlan, markShown, planLines } from './carry-out-plan.ts';
import { saveMarks } from './file/save-marks.ts';
import { defineTool, doneAnswer, refusedAnswer } from './tool.ts';

const AddRedirectInput = z.object({
  from: z.string().describe('address without a page'),
  to: z.string().describe('path, address or URL'),
});

/** Returns a line for each file that changed, then `redirected FROM to TO in PATH`, or `FROM leads to TO already`. */
export const addRedirect = defineTool({
  name: 'add_redirect',
  description: 'Lead readers on from an old address, where the site keeps its redirects.',
  input: AddRedirectInput,
  summarise: ({ from, to }) => `redirect ${from} to ${to}`,
  async run(input, context) {
    const { tree, docs } = context;
    const [from, to] = [input.from.trim(), input.to.trim()];
    if (from === '' || to === '') return refusedAnswer('Both the old address and where it shall lead are needed.');
    const plan = await docs.planRedirect(from, to);
    if (plan.edits.length === 0)
      return doneAnswer(plan.redirects.map((one) => `${one.from} leads to ${one.to} already`).join('\n'));
    const letMarksFollow = await saveMarks(
      context,
      plan.edits.map(({ path }) => path),
    );
    const outcome = await carryOutPlan(tree, [], plan.edits);
    await letMarksFollow();
    markShown(context, plan, outcome);
    return doneAnswer(planLines(plan, outcome).join('\n'));
  },
});
