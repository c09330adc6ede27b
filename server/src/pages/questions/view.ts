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
  /** The address of the manual about questions. */
  manual: string;
}

/** Renders which questions the docs answer, and proposals for more. */
export function questionsMain({ asked, proposed, manual }: QuestionsView): Html {
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
    <div class="panels">${askedPanel(asked)} ${proposedPanel(proposed)}</div>
  </section>`;
}

function askedPanel(asked: AskedQuestions | undefined): Html {
  const { answers = [], notAsked = [] } = asked ?? {};
  const answered = answers.filter(({ isAnswered }) => isAnswered).length;
  return tablePanel({
    id: 'questions-asked',
    heading: answers.length === 0 ? 'No questions' : `${answered} of ${plural(answers.length, 'question')} answered`,
    note: notAsked.length > 0 && notAsked.map((line) => html`<bdi>${line}</bdi><br />`),
    table:
      answers.length === 0
        ? nothing('The repository keeps no questions that can be asked.')
        : dataTable(
            'Questions, and whether the docs answer them',
            ['Question', 'Page', 'State'],
            answers.map(answerRow),
          ),
  });
}

function answerRow({ question, page, isAnswered, missing }: AskedQuestions['answers'][number]): Html {
  return html`<tr>
    <th scope="row">${pathText(question)}</th>
    <td>${page === null ? 'any' : pathText(page)}</td>
    <td>${isAnswered ? 'answered' : html`<strong>not answered</strong>${lacking(missing)}`}</td>
  </tr>`;
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
