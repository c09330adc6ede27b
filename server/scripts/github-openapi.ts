import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';

/**
 * Writes what GitHub's own OpenAPI description says about the requests that Copydesk makes: `npm run github-openapi
 * <unpacked folder of @octokit/openapi>`. The whole package is 470 MB, so it is not a dependency: `npm pack
 * @octokit/openapi` downloads it. Only facts are kept: paths, parameters and bodies, without descriptions, examples,
 * links and responses.
 */
const operations = [
  'GET /app',
  'GET /app/installations/{installation_id}',
  'POST /app/installations/{installation_id}/access_tokens',
  'GET /orgs/{org}/teams/{team_slug}',
  'GET /rate_limit',
  'GET /repos/{owner}/{repo}',
  'GET /repos/{owner}/{repo}/actions/jobs/{job_id}',
  'GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs',
  'GET /repos/{owner}/{repo}/actions/runs',
  'GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs',
  'GET /repos/{owner}/{repo}/branches/{branch}',
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}',
  'GET /repos/{owner}/{repo}/check-runs/{check_run_id}/annotations',
  'GET /repos/{owner}/{repo}/collaborators/{username}',
  'GET /repos/{owner}/{repo}/collaborators/{username}/permission',
  'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls',
  'GET /repos/{owner}/{repo}/commits/{ref}/check-runs',
  'GET /repos/{owner}/{repo}/commits/{ref}/status',
  'GET /repos/{owner}/{repo}/deployments',
  'GET /repos/{owner}/{repo}/deployments/{deployment_id}/statuses',
  'POST /repos/{owner}/{repo}/git/refs',
  'GET /repos/{owner}/{repo}/installation',
  'GET /repos/{owner}/{repo}/issues/comments',
  'GET /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/comments',
  'POST /repos/{owner}/{repo}/issues/{issue_number}/labels',
  'GET /repos/{owner}/{repo}/labels/{name}',
  'GET /repos/{owner}/{repo}/pulls',
  'POST /repos/{owner}/{repo}/pulls',
  'GET /repos/{owner}/{repo}/pulls/comments',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments',
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/comments/{comment_id}/replies',
  'PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge',
  'POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers',
  'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews',
  'GET /repos/{owner}/{repo}/rules/branches/{branch}',
  'GET /repos/{owner}/{repo}/rulesets/{ruleset_id}',
  'GET /user',
];

const Described = z.record(z.string(), z.unknown());

const Description = z.object({
  openapi: z.string(),
  info: z.object({ version: z.string() }),
  paths: z.record(z.string(), Described),
});

function trim(description: unknown): unknown {
  const { openapi, info, paths } = Description.parse(description);
  const kept: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ');
    const { operationId, parameters, requestBody } = z
      .object({ operationId: z.string(), parameters: z.unknown().optional(), requestBody: z.unknown().optional() })
      .parse(paths[path]?.[method.toLowerCase()]);
    const responses = { default: { description: '' } };
    kept[path] = {
      ...kept[path],
      [method.toLowerCase()]: {
        operationId,
        ...(parameters === undefined ? {} : { parameters: facts(parameters, description) }),
        ...(requestBody === undefined ? {} : { requestBody: facts(requestBody, description) }),
        responses,
      },
    };
  }
  const source = `npm:@octokit/openapi@${info.version} generated/api.github.com.json, MIT licence, trimmed by server/scripts/github-openapi.ts`;
  return { openapi, info: { title: 'GitHub REST API', version: info.version, 'x-source': source }, paths: kept };
}

/** Resolves references, and leaves out everything that is not a fact about a request. */
function facts(value: unknown, description: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => facts(one, description));
  const object = Described.safeParse(value).data;
  if (object === undefined) return value;
  if (typeof object.$ref === 'string') return facts(at(object.$ref, description), description);
  const isNames = (name: string): boolean => object[name] !== undefined && typeof object[name] === 'object';
  return Object.fromEntries(
    Object.entries(object)
      // A property may be named `description`: then its value is an object.
      .filter(([name]) => !words.has(name) || (isNames(name) && name !== 'examples' && name !== 'example'))
      .map(([name, one]) => [name, facts(one, description)]),
  );
}

const words = new Set([
  'description',
  'example',
  'examples',
  'title',
  'externalDocs',
  'x-github',
  'summary',
  'x-multi-segment',
]);

function at(reference: string, description: unknown): unknown {
  return reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((place, name) => Described.parse(place)[name], description);
}

const { positionals } = parseArgs({ allowPositionals: true });
const [folder] = positionals;
if (folder === undefined) throw new Error('Name the unpacked folder of @octokit/openapi.');
const whole: unknown = JSON.parse(await readFile(join(folder, 'generated/api.github.com.json'), 'utf8'));
const target = new URL('../test/support/hosts/github-openapi.json', import.meta.url);
const trimmed = `${JSON.stringify(trim(whole))}\n`;
await writeFile(target, trimmed);
console.log(`${operations.length} operations, ${trimmed.length} bytes`);
