import { expect, test } from 'vitest';
import { dataLanguageOf } from '../../../src/docs/data/data-language.ts';

test.each([
  ['docs.json', 'json'],
  ['api/openapi.JSON', 'json'],
  ['.vscode/settings.json', 'jsonc'],
  ['a/.devcontainer/devcontainer.json', 'jsonc'],
  ['.zed/tasks.json', 'jsonc'],
  ['vscode/settings.json', 'json'],
  ['packages/a/tsconfig.build.json', 'jsonc'],
  ['tsconfiguration.json', 'json'],
  ['.eslintrc.json', 'jsonc'],
  ['notes.jsonc', 'jsonc'],
  ['map.geojson', 'json'],
  ['mkdocs.yml', 'yaml'],
  ['config.yaml', 'yaml'],
  ['hugo.toml', 'toml'],
  ['page.md', undefined],
  ['json', undefined],
])('%s is data in %s', (path, language) => {
  expect(dataLanguageOf(path)).toBe(language);
});
