import type { CheckedProblem, ProjectCheck } from '../checked-docs.ts';
import { notKnown } from './coverage.ts';

/**
 * Returns a check as a SARIF log, which code hosts show beside the affected lines.
 * https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifLog({ problems, coverage, commit, ref }: ProjectCheck, version: string): object {
  const rules = [...new Set(problems.map(({ rule }) => rule))].toSorted();
  const positions = new Map(rules.map((rule, index) => [rule, index]));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Copydesk', semanticVersion: version, rules: rules.map(describeRule) } },
        automationDetails: { id: `copydesk/${ref}/${commit}` },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { SRCROOT: { description: { text: 'The top of the repository.' } } },
        invocations: [{ executionSuccessful: true, toolExecutionNotifications: notKnown(coverage).map(notification) }],
        results: problems.map((problem) => result(problem, positions.get(problem.rule) ?? -1)),
      },
    ],
  };
}

/** Turns `anchor-broken` into `AnchorBroken`, because names are identifiers in SARIF. */
function describeRule(rule: string): object {
  const name = rule.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return { id: rule, name, shortDescription: { text: rule.replaceAll('-', ' ') } };
}

function result({ rule, severity, path, line, message, suggestion }: CheckedProblem, ruleIndex: number): object {
  const mending = suggestion === undefined ? '' : ` Did you mean ${suggestion}?`;
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: `${message}.${mending}` },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: asUri(path), uriBaseId: 'SRCROOT' },
          region: { startLine: line },
        },
      },
    ],
  };
}

function notification(text: string): object {
  return { level: 'note', message: { text } };
}

/** Returns a path as a relative reference: escapes characters that have a meaning in URIs. */
function asUri(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
