/** Files that some program obeys when they are pushed, merged, cloned or opened, one path per word. */
export const protectedPaths: readonly string[] = `
  .github/workflows/ci.yml .github/actions/build/action.yml .github/dependabot.yml .github/CODEOWNERS .github/copilot-instructions.md
  .github/ISSUE_TEMPLATE/bug.md .github/instructions/docs.instructions.md .gitlab-ci.yml .gitlab/ci/docs.yml .gitlab/merge_request_templates/a.md
  .woodpecker.yml .woodpecker/docs.yaml .cirrus.yml .cirrus.star .tekton/pipeline.yaml .circleci/config.yml .drone.yml .drone.star .drone.jsonnet
  .buildkite/pipeline.yml .travis.yml .appveyor.yml appveyor.yml azure-pipelines.yml azure-pipelines-docs.yml .azure-pipelines/a.yml
  bitbucket-pipelines.yml Jenkinsfile Jenkinsfile.docs jenkins.yaml .jenkins/a.yml .forgejo/workflows/a.yaml .gitea/workflows/a.yaml .builds/debian.yml
  .build.yml .semaphore/semaphore.yml .zuul.yaml zuul.yaml .zuul.d/a.yaml zuul.d/a.yaml .taskcluster.yml buildspec.yml cloudbuild.yaml cloudbuild.json
  codemagic.yaml bitrise.yml wercker.yml shippable.yml circle.yml screwdriver.yaml codefresh.yml .vsts-ci.yml tox.ini noxfile.py
  action.yml docs/action.yaml .harness/a.yaml bamboo-specs/bamboo.yml .teamcity/settings.kts Earthfile dagger.json
  lefthook.yml lefthook.toml .lefthook.json lefthook-local.yml .husky/pre-commit .githooks/pre-commit .pre-commit-config.yaml .pre-commit-hooks.yaml
  .lintstagedrc.json .overcommit.yml .envrc .devcontainer/devcontainer.json .devcontainer.json .vscode/tasks.json .vscode/settings.json .idea/a.xml
  .gitpod.yml docs.code-workspace .editorconfig .mise.toml mise.toml .tool-versions .nvmrc devbox.json flake.nix flake.lock shell.nix nodemon.json
  .mergify.yml .mergify/config.yml renovate.json renovate.json5 .renovaterc .renovaterc.json dependabot.yml .codecov.yml codecov.yml .coderabbit.yaml
  .kodiak.toml bors.toml .allcontributorsrc release-please-config.json .changeset/config.json .releaserc.json .snyk sonar-project.properties
  .deepsource.toml .imgbotconfig .pr_agent.toml pr_agent.toml crowdin.yml .tx/config .hound.yml .pyup.yml greenkeeper.json .probot.yml sweep.yaml
  CODEOWNERS docs/CODEOWNERS OWNERS .gitattributes docs/.gitattributes .gitmodules .gitignore .gitconfig .lfsconfig .mailmap .hgignore .git-blame-ignore-revs
  AGENTS.md Agents.md agents.md AGENTS.MD docs/AGENTS.md docs/Agents.md AGENTS.override.md CLAUDE.md claude.md docs/Claude.md CLAUDE.local.md
  GEMINI.md QWEN.md SKILL.md docs/skills/a/SKILL.md replit.md .cursorrules .cursor/rules/style.mdc .cursor/mcp.json rules/style.mdc .clinerules
  .clinerules/a.md .windsurfrules .windsurf/rules/a.md .roo/rules/a.md .roomodes .goosehints .aider.conf.yml .junie/guidelines.md .kiro/steering/a.md
  .amazonq/rules/a.md .augment-guidelines .continue/config.yaml .continuerules .trae/rules/a.md opencode.json opencode.jsonc .opencode/agent/a.md
  .mcp.json mcp.json .codex/config.toml .claude/settings.json .claude/commands/a.md .gemini/settings.json .rules .copydesk/AGENTS.md
  docs/style.instructions.md docs/fix.prompt.md docs/a.chatmode.md .zed/settings.json .openhands/setup.sh crush.json
  buddy.yml acquia-pipelines.yml gitpod.yml lando.yml nbproject/project.xml copilot-setup-steps.yml a.pth import_map.json package.xml dub.sdl
  acme.nimble rockspec acme.rockspec ivy.xml dotnet-tools.json bb.edn gleam.toml project/plugins.sbt vendor/modules.txt meson_options.txt
  premake5.lua werf.yaml werf-giterminism.yaml tilt_config.json depot.json generators.yml openapi-generator.json archetypes/post.md
  mdx-components.tsx instrumentation.ts proxy.ts nb_config.py pantheon.yml host.json function.json local.settings.json Dockerrun.aws.json
  scalingo.json clevercloud/node.json northflank.json porter.yaml nhost/nhost.toml convex/http.ts prisma/schema.prisma deployctl.json
  php.ini apache2.conf index.cgi cgi-bin/a.sh
  package.json docs/package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.lock bun.lockb bunfig.toml .npmrc
  .yarnrc .yarnrc.yml .yarn/releases/yarn.cjs .pnpmfile.cjs deno.json deno.jsonc deno.lock jsr.json lerna.json nx.json turbo.json composer.json
  composer.lock requirements.txt docs/requirements.txt docs-requirements.txt requirements-docs.txt requirements/docs.txt constraints.txt pyproject.toml
  setup.py setup.cfg Pipfile Pipfile.lock poetry.lock poetry.toml uv.lock pixi.toml environment.yml environment.yaml Gemfile Gemfile.lock docs.gemspec
  .bundle/config go.mod go.sum Cargo.toml Cargo.lock .cargo/config.toml rust-toolchain.toml nuget.config global.json pubspec.yaml Project.toml
  Manifest.toml vcpkg.json runtime.txt apt.txt packages.txt postBuild node_modules/a/index.json
  Makefile docs/Makefile GNUmakefile rules.mk justfile Taskfile.yml taskfile.yaml Rakefile CMakeLists.txt CMakePresets.json meson.build BUILD.bazel
  MODULE.bazel build.gradle pom.xml gulpfile.js webpack.config.js vite.config.ts babel.config.json .babelrc tsconfig.json jest.config.json
  .eslintrc.json .prettierrc .markdownlint.json .markdownlint-cli2.jsonc .remarkrc.json .vale.ini cspell.json conf.py docs/conf.py main.py
  _plugins/a.rb docs/_plugins/a.rb _ext/a.py book.json _quarto.yml typedoc.json antora-playbook.yml .eleventy.js gatsby-config.js next.config.js
  _config.yml mkdocs.yml book.toml hugo.toml config.toml .readthedocs.yaml readthedocs.yml Dockerfile Dockerfile.docs docs/Dockerfile docs.dockerfile
  Containerfile docker-compose.yml compose.yaml Vagrantfile Procfile snapcraft.yaml .goreleaser.yml skaffold.yaml Tiltfile
  vercel.json vercel.ts docs/vercel.json .vercel/project.json netlify.toml docs/netlify.toml netlify/functions/a.js netlify/edge-functions/a.ts
  wrangler.toml wrangler.jsonc wrangler.json _worker.js _routes.json _headers functions/hello.js functions/a/b.ts api/hello.js firebase.json .firebaserc
  staticwebapp.config.json amplify.yml app.yaml app.json heroku.yml fly.toml render.yaml railway.json railway.toml nixpacks.toml serverless.yml
  samconfig.toml template.yaml cdk.json Pulumi.yaml main.tf main.tf.json Chart.yaml values.yaml kustomization.yaml playbook.yml CNAME docs/CNAME
  .htaccess web.config Caddyfile now.json .platform.app.yaml .do/app.yaml .ebextensions/a.config
  .pipelines/a.yml ci/docs.yml pipelines/docs.yaml docs.gocd.yaml garnix.yaml dagger.toml packit.yaml atlantis.yaml env0.yaml zizmor.yml
  husky/pre-push hooks/pre-commit prek.toml hk.pkl mise/config.toml aqua.yaml devfile.yaml automations.yaml docs.sublime-project process-compose.yml
  trunk.yaml greptile.json BUGBOT.md .cursor/BUGBOT.md cubic.yaml catalog-info.yaml copier.yml phrase.yml static/admin/config.yml FUNDING.yml
  SOUL.md HEARTBEAT.md mcp.yaml mcp_settings.json server.json agent.yaml agents.json langgraph.json a.prompty a.prompt.yml project_rules.md COPILOT.md
  vlt.json pylock.toml pylock.docs.toml conanfile.txt libs.versions.toml buf.gen.yaml deps.edn rspress.config.ts theme.config.tsx sst.config.ts
  knip.config.json .vuepress/config.yml moon.yml docker-bake.hcl BUILD WORKSPACE build.mill conftest.py
  tasks.py macros.py cypress.json redocly.yaml fern/generators.yml speakeasy.yaml stainless.yml config.yaml docs.11tydata.json retype.yml
  static/ads.txt security.txt .well-known/security.txt .well-known/acme-challenge/a.txt k8s/site.yaml argocd/app.yaml okteto.yml
  devspace.yaml railpack.json fastly.toml apphosting.yaml atlas.hcl auth.json doppler.yaml
  .env .env.local docs/.env .secrets.yml .ssh/authorized_keys .aws/credentials .netrc .pgpass .docker/config.json .pypirc id_rsa server.pem tls.key
  credentials.json secrets.yml .gitleaks.toml .semgrep.yml .anything docs/.hidden/page.md
  qlty.toml codacy.yaml coveralls.yml jitpack.yml ci_scripts/ci_post_clone.sh binder/start aviator.yml socket.yml mend.json reviewpad.yml
  kodus-config.yml fossa.yml updatecli.yaml updatecli.d/a.yaml towncrier.toml tbump.toml reno.yaml pagescms.yml _prose.yml CODEBUDDY.md IFLOW.md
  QODER.md gptme.toml forge.yaml remappings.txt mamba.yml pubspec_overrides.yaml zig.zon v.mod nim.cfg config.nims npins/sources.json
  elm-tooling.json gradle.lockfile melos.yaml LocalPreferences.toml kiota-config.json WORKSPACE.bzlmod project/build.properties
  CMakeUserPresets.json Anchor.toml Clarinet.toml Dioxus.toml foundry.toml Leptos.toml Move.toml Scarb.toml aiken.toml truffle.json
  brownie-config.yaml ape-config.yaml rspack.json swc.json maven.config build.ninja rules.ninja Kbuild Kconfig configure.ac Snakefile nextflow.config
  main.nf xcodegen.yml tuist.toml Tuist/Config.swift analysis_options.yaml l10n.yaml tspconfig.yaml smithy-build.json apibuilder.json apidoc.json
  optic.yml stoplight.yml redoc.yaml redoc-cli.json doctave.yaml bump.yml readme-oas.yaml pa11yci.json jupytext.toml ipython_config.py
  docinfo-header.html supplemental-ui/a.js content/_content.gotmpl _metadata.yml _output.yml _environment.local _freeze/a.json _config_dev.yml
  _common.R Rprofile.site myst.yml docs/myst.yaml docs/make.jl startup.jl phpstan.neon psalm.xml rector.php castor.php infection.json deptrac.yaml
  grumphp.yml captainhook.json yorkie.yml config.ru Policyfile.rb docker-stack.yml docker-entrypoint.sh logseq/config.edn logseq/custom.js
  traefik.yml traefik.toml edgeone.json esa.jsonc customHttp.yml azuredeploy.json bicepconfig.json main.bicep sst.json nitric.yaml humanitec.yaml
  radius.yaml samconfig.yaml cdk.context.json arc.json app.arc fleet.yaml apko.yaml melange.yaml distroless.yaml cloudformation.yaml
  cloud-config.yaml cloud-init.yml autoinstall.yaml ignition.json butane.yaml preseed.cfg ks.cfg group_vars/all.yml host_vars/a.yml handlers/main.yml
  tasks/main.yml meta/main.yml molecule/default/molecule.yml hiera.yaml puppet.conf inventory.ini drush/drush.yml ddev.yaml kitchen.yml
  buildkitd.toml litellm_config.yaml modal_app.py Modelfile DOKKU_SCALE zenml.yaml a.kube dify.yaml autorun.inf desktop.ini autostart/a.desktop
  a.lnk a.scf a.library-ms a.searchConnector-ms a.webloc a.reg Microsoft.PowerShell_profile.ps1
  copilot-instructions.md docs/copilot-instructions.md opencode.md OpenCode.local.md CRUSH.local.md deploy.devin.md firebender.json kilo.jsonc
  conductor.json langgraph.yaml agent.toml ruler.toml rulesync.jsonc context7.json hooks/hooks.json skills/a/skill.md memory-bank/context.md
  openspec/project.md openspec/specs/a/spec.md openspec/config.yaml bmad-core/agents/dev.md _bmad/core/config.yaml cog.toml
  devcontainer-feature.json tasks.vs.json launchSettings.json compile_flags.txt compile_commands.json glitch.json giscus.json cms.json
  hugoreleaser.toml docs/pull_request_template.md PULL_REQUEST_TEMPLATE/a.md docs/pull_request_template.txt docs/deps.txt ISSUE_TEMPLATE.md docs/ISSUE_TEMPLATE/a.yml
  packages.lock.json importmap.json vendor.json anaconda-project.yml nimble.toml haxelib.json lakefile.toml lake-manifest.json Nargo.toml
  api-extractor.json hygen.json backstop.json metalsmith.json asciidoctor.yml retype.json gitbook.yaml kedro.yml ionic.json jupyter-lite.json
  themes/a/theme.toml fumadocs.json lychee.base.toml config/production/security.toml config/ci/module.toml config/tasks.yaml azure.yaml caddy.json
  Caddyfile.json a.pkr.json src-tauri/capabilities/main.json cloudformation.json argocd.yaml dispatch.yaml queue.yaml index.yaml buildpack.toml
  material/templates/mkdocs_theme.yml jupyter-config/a/notebook.json jsdoc_config.json template/_oxlintrc.json
  deno.deploy.json requirements.yml .pages.yml docs/.pages.yml
`
  .trim()
  .split(/\s+/);
