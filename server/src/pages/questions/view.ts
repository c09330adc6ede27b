import type { AskedQuestions, ProposedQuestions } from '@copydesk/contract';
import { dataTable, figureCell, figureColumn, nothing, tablePanel } from '../readers/tables.ts';
import { pathText } from '../readers/words.ts';
import { html } from '../view/html.ts';
import type { Html } from '../view/html.ts';
import { plural } from '../view/numbers.ts';

export interface QuestionsView {
  /** Undefined where the repository keeps no questions. */
  asked: AskedQuestions | undefined;
  proposed: ProposedQuestions;
  /** Whether the viewer may ask the project's model, and whether it was asked. */
  judging: 'not-possible' | 'possible' | 'done';
  /** The address of the manual about questions. */
  manual: string;
}

/** Renders which questions the docs answer, and proposals for more. */
export function questionsMain({ asked, proposed, judging, manual }: QuestionsView): Html {
  const { ref, commit } = proposed;
  return html`<section class="readers">
    <header class="page-head">
      <div>
        <h1>Questions</h1>
        <p class="lead">
          What the docs <a href="${manual}#questions-that-the-docs-must-answer">must answer</a>: a change that removes
          an answer is refused. The questions are in <code>.copydesk/questions.yaml</code> of the repository. The docs
          are those of <bdi>${ref}</bdi> at <code>${commit.slice(0, 10)}</code>.
        </p>
      </div>
    </header>
    <div class="panels">${askedPanel(asked, judging)} ${proposedPanel(proposed)}</div>
  </section>`;
}

function askedPanel(asked: AskedQuestions | undefined, judging: QuestionsView['judging']): Html {
  const { answers = [], notAsked = [], usage = null } = asked ?? {};
  const answered = answers.filter(({ isAnswered }) => isAnswered).length;
  return tablePanel({
    id: 'questions-asked',
    heading: answers.length === 0 ? 'No questions' : `${answered} of ${plural(answers.length, 'question')} answered`,
    note: (notAsked.length > 0 || usage !== null) && [
      ...notAsked.map((line) => html`<bdi>${line}</bdi><br />`),
      usage !== null && usageLine(usage),
    ],
    actions:
      judging === 'possible' &&
      answers.length > 0 &&
      html`<a class="button quiet" href="?judge=true">Ask the model too</a>`,
    table:
      answers.length === 0
        ? nothing('The repository keeps no questions that can be asked.')
        : dataTable(
            'Questions, and whether the docs answer them',
            ['Question', 'Page', 'State', ...(judging === 'done' ? ['Answer of the model'] : [])],
            answers.map((answer) => answerRow(answer, judging === 'done')),
          ),
  });
}

function usageLine({ inputTokens, outputTokens, costUsd }: NonNullable<AskedQuestions['usage']>): Html {
  const cost = costUsd !== null && `, for ${costUsd.toFixed(4)} US dollars`;
  return html`The model read ${plural(inputTokens, 'token')} and wrote ${plural(outputTokens, 'token')}${cost}.`;
}

type Answer = AskedQuestions['answers'][number];

function answerRow({ question, page, isAnswered, missing, judged }: Answer, isJudged: boolean): Html {
  return html`<tr>
    <th scope="row">${pathText(question)}</th>
    <td>${page === null ? 'any' : pathText(page)}</td>
    <td>${isAnswered ? 'answered' : html`<strong>not answered</strong>${lacking(missing)}`}</td>
    ${isJudged && html`<td>${judged === null ? 'none' : verdict(judged)}</td>`}
  </tr>`;
}

function verdict({ answer, isAnswered, missing, cut }: NonNullable<Answer['judged']>): Html {
  const part = cut && html`<span class="meta"> It was shown only the beginning.</span>`;
  return html`${isAnswered ? 'answers it' : html`<strong>does not answer it</strong>${lacking(missing)}`}:
  ${pathText(answer, 2_000)}${part}`;
}

function lacking(missing: readonly string[]): Html | false {
  return missing.length > 0 && html`<span class="meta">; it lacks ${factList(missing)}</span>`;
}

function factList(facts: readonly string[]): Html[] {
  return facts.map((fact, place) => html`${place > 0 && ', '}<code>${pathText(fact)}</code>`);
}

function proposedPanel({ proposals, withoutFact, why, yaml, place }: ProposedQuestions): Html {
  const left = withoutFact > 0 && `${plural(withoutFact, 'page')} had no fact to ask for. `;
  return tablePanel({
    id: 'questions-proposed',
    heading: 'Proposals',
    note: html`For the pages that AI read most in the last 30 days and that no question names yet. ${left}`,
    actions: proposals.length > 0 && html`<copy-button for="proposed-yaml"></copy-button>`,
    table:
      why !== null
        ? nothing(why)
        : html`${dataTable(
              'Proposed questions, of the most read page first',
              ['Question', 'Page', 'Facts', figureColumn('Views by AI')],
              proposals.map(proposalRow),
            )}
            <details class="under">
              <summary>Show it as YAML</summary>
              <p class="note">${places[place]} Read the facts first: each must be part of the answer.</p>
              <div class="scroll" tabindex="0" role="region" aria-label="The proposals as YAML">
                <pre id="proposed-yaml">${yaml}</pre>
              </div>
            </details>`,
  });
}

function proposalRow({ question, page, facts, aiViews }: ProposedQuestions['proposals'][number]): Html {
  return html`<tr>
    <th scope="row">${pathText(question)}</th>
    <td>${pathText(page)}</td>
    <td>${factList(facts)}</td>
    ${figureCell(aiViews)}
  </tr>`;
}

const places = {
  new_file: 'Save it as .copydesk/questions.yaml.',
  end_of_file: 'Append it to .copydesk/questions.yaml.',
  by_hand: 'Put its entries into the list of .copydesk/questions.yaml by hand: that file cannot simply be continued.',
} satisfies Record<ProposedQuestions['place'], string>;
