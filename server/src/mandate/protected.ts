/** Who obeys the files that a job may not write, as a closed set. */
export type FileConsumer =
  | 'agents'
  | 'bots'
  | 'builds'
  | 'ci'
  | 'git'
  | 'hooks'
  | 'hosts'
  | 'packages'
  | 'people'
  | 'secrets';

/** A row of the table; `says` is its name for people. */
export interface ProtectedNames {
  by: FileConsumer;
  says: string;
  names: string;
}

/**
 * Files that something obeys when they are pushed, merged, cloned or opened, in any folder. Many systems run a branch
 * before anyone reviews it. Names that begin with a dot need no row, because all except `plainHidden` are refused.
 */
export const protectedNames: readonly ProtectedNames[] = [
  {
    by: 'ci',
    says: 'continuous integration',
    names: `.github/ .gitlab/ .gitlab-ci* .circleci/ .buildkite/ .woodpecker* .woodpecker/ .drone* .cirrus.* .tekton/ .travis.* .builds/
      .build.yml .semaphore/ .forgejo/ .gitea/ .gitee/ .jenkins* .zuul* .zuul.d/ .taskcluster* .vsts-ci* .azure* .harness/
      .codefresh/ .appveyor* .azure-pipelines/ .teamcity/ .bamboo* bamboo-specs/ .lgtm* .prow* .sourcehut* .ci/ azure-pipelines*
      azure-pipelines/ appveyor* bitbucket-pipelines* bitrise.yml buildspec* buildkite.* circle.yml circleci.* cirrus.*
      cloudbuild* cloud-build* codefresh* codemagic.* codeship-* concourse* dagger.json drone.* earthfile* gitlab-ci*
      jenkinsfile* jenkins.y* screwdriver.yaml semaphore.* shippable.* taskcluster.* tekton.* travis.* wercker.* woodpecker.*
      zuul.* zuul.d/ tox.ini noxfile* action.yml action.yaml workflow.yml workflow.yaml .ci.* ci.yml ci.yaml
      .onedev-buildspec.yml .space.kts pipeline.yml pipeline.yaml pipelines.yml pipelines.yaml .pipelines/ .ado/ .cicd/
      ci/*.y*ml ci/*.json ci/*.toml pipelines/*.y*ml pipeline/*.y*ml workflows/*.y*ml eng/**.y*ml tekton/ concourse/
      pipelinerun.y* *.gocd.y*ml *.gocd.json dagger.toml hydra.json hydra/ garnix.y* om.yaml packit.y* ci-operator/
      xcode-cloud.y* env0.* atlantis.y* spacelift.y* digger.y* scalr.y* infracost.y* zizmor.y* actionlint.y* pinact.y*
      ghalint.y* stats.yml *.fmf buddy.y* acquia-pipelines.y*
      qlty.toml codacy.y* coveralls.y* jitpack.y* ci_scripts/ binder/`,
  },
  {
    by: 'hooks',
    says: 'hooks and tools of those who clone it',
    names: `.husky/ .githooks/ githooks/ .git-hooks/ lefthook* .lefthook* .lefthook/ .pre-commit* pre-commit-config.* .overcommit*
      simple-git-hooks* .lintstaged* lint-staged* commitlint* .commitlint* .envrc .direnv/ .devcontainer* .devcontainer/
      devcontainer.json .vscode/ .idea/ .fleet/ .gitpod* .gitpod/ .nova/ *.code-workspace .editorconfig .vimrc .nvimrc .exrc
      .lvimrc .projectile .dir-locals* .mise* .tool-versions mise.* .mise/ .asdf* .nvmrc .node-version .python-version
      .ruby-version devbox.json devbox.lock devenv.* flake.nix flake.lock shell.nix default.nix *.nix nodemon.json .nodemon*
      .vs/ .zed/ .idx/ .replit husky/ hooks/pre-* hooks/post-* hooks/commit-msg hooks/prepare-* prek.toml hk.* mise/ aqua.y*
      aqua/ pkgx.y* proto.toml ubi.toml asdf.toml volta.json flox.toml npins/ nix/*.json nix/*.toml lon.json devfile.y*
      automations.y* sandbox.config.json codesandbox.json *.sublime-* cz.* release-it.* knope.toml bumpversion.* jreleaser.*
      semantic-release.* releaserc.* gitversion.y* beachball.config.* nyx.* mprocs.* process-compose.* pm2.* ecosystem.*
      bacon.toml watchexec.toml air.toml guix.scm channels.scm manifest.scm spack.yaml
      gitpod.y* lando.y* nbproject/ cog.toml devcontainer-*.json *.vs.json launchsettings.json compile_flags.txt
      compile_commands.json omnisharp.json hie.yaml glitch.json`,
  },
  {
    by: 'bots',
    says: 'bots of the code host',
    names: `.mergify* mergify.* renovate* .renovate* dependabot* .dependabot/ .deepsource* .whitesource .snyk snyk.* .codecov* codecov.y*
      .coveralls* .codeclimate* .codacy* .sonarcloud* sonar-project.properties .coderabbit* coderabbit.* .sourcery* .kodiak*
      kodiak.* bors.toml .bors* .probot* .allcontributorsrc .release-please* release-please-config.json .changeset/ .releaserc*
      release.config.* .semantic* .stale* .pullapprove* .hound* .imgbot* .restyled* .pyup* .greenkeeper* greenkeeper.json
      .depfu* .lgtm .palantir/ .bulldozer* .policy.yml .sweep* sweep.yaml ellipsis.yaml .ellipsis* .korbit* .gitstream/ .cm/
      crowdin.y* .crowdin* lokalise.* .tx/ transifex.y* .transifex* .weblate .backportrc* .autorc .triagebot* triagebot.toml
      .cherry_picker* prow.yaml owners owners_aliases .pr_agent.toml pr_agent.toml trunk.y* trunk.toml greptile.json cubic.y*
      graphite.y* bugbot.md macroscope.md backstage.y* catalog-info.y* opslevel.y* cortex.yaml librarian.y* owlbot.py
      safe-settings.y* branch-protection.y* release-please.y* copier.y* cookiecutter.json cruft.json projen.json allstar.y*
      atlas.hcl phrase.y* i18n.lock languine.json lingo.json gt.config.json locadex.json tolgee.json weblate.ini
      poeditor-config.json percy.y* chromatic.config.json lighthouserc.* admin/config.y*ml decap.y* cloudcannon.config.*
      siteleaf.y* stackbit.* tina/ funding.y*ml
      aviator.y* socket.y* mend.json reviewpad.y* kodus-config.y* fossa.y* updatecli.y* updatecli.d/ towncrier.toml tbump.toml
      reno.y* pagescms.y* _prose.y* giscus.json cms.json hugoreleaser.* pull_request_template.md pull_request_template.txt pull_request_template/*.md pull_request_template/*.txt
      issue_template.md issue_template/*.md issue_template/*.y*ml merge_request_template.md merge_request_template.txt`,
  },
  {
    by: 'people',
    says: 'the code host, when it asks people for their review',
    names: `codeowners .codeowners maintainers.y* reviewers.y* .gitlab/codeowners docs/codeowners`,
  },
  {
    by: 'git',
    says: 'git',
    names: `.git .git/ .gitattributes .gitmodules .gitignore .gitconfig .lfsconfig .mailmap .git-blame* .gitmessage .gitreview .hgignore
      .hgsub .hgsubstate .svn/ .hg/ .bzr/ .jj/`,
  },
  {
    by: 'agents',
    says: 'agents, as their instructions or tools',
    names: `agents.md agents.*.md agent.md claude.md claude.*.md gemini.md gemini.*.md qwen.md crush.md crush.json .crush.json warp.md
      jules.md replit.md codex.md skills/*/skill.md skill.md .claude* .claude/ .codex/ .cursor* .cursor/ .gemini/ .windsurf* .windsurf/
      .clinerules* .clinerules/ .cline* .roo* .roo/ .goosehints .goose/ .aider* .junie/ .kiro/ .amazonq/ .augment* .augment/
      .continue* .continue/ .trae/ .openhands/ .opencode/ opencode.json* .rules .rules/ .agent/ .agents/ .agents* .mcp.json
      .mcp/ mcp.json mcp.jsonc mcp_config.json .copilot/ copilot-instructions.md copilot-instructions* *.instructions.md *.prompt.md *.chatmode.md
      *.agent.md *.mdc .copydesk/ .tabnine/ .codeium/ .factory/ .qodo* best_practices.md .sourcegraph/ .cody/ .ai/ .aiignore
      .aiexclude .llm* .firebender* .bolt/ .v0/ .devin/ .zencoder/ .kilocode* .kilocode/ .qwen/ .serena/ .taskmaster/ .specify/
      .windsurfrules global_rules.md cursorrules windsurfrules clinerules .github-copilot/ soul.md heartbeat.md append_system.md
      team_guide.md project_rules.md user_rules.md mcp.* mcp-*.json mcp_*.json server.json smithery.* dxt.json mcpb.json
      claude_desktop_config.json gemini-extension.json openhands.toml goose.y* agents.json agents.toml agents.y*ml agent.json
      agent.y*ml *.agent.y*ml *.prompt.y*ml crew.y* crewai.y* langgraph.json promptfoo*.y* declarativeagent.json ai-plugin.json
      *.prompty *.poml *.baml recipe.y*ml crew.json copilot.md copilot-setup-steps.y*
      codebuddy.md iflow.md qoder.md gptme.toml forge.y*ml opencode.md opencode.*.md crush.*.md firebender.md firebender.json
      *.devin.md kilo.json* conductor.json langgraph.y*ml agent.toml ruler.toml rulesync.json* context7.json hooks/hooks.json
      memory-bank/**.md openspec/project.md openspec/specs/**.md openspec/changes/**.md openspec/*.y*ml bmad-core/**.md
      bmad-core/*.y*ml _bmad/**.md _bmad/**.y*ml /identity.md /memory.md /user.md /tools.md /bootstrap.md /boot.md`,
  },
  {
    by: 'packages',
    says: 'package managers',
    names: `package.json package.json5 package.yaml package-lock* npm-shrinkwrap* .npmrc .yarnrc* .yarn/ yarn.lock pnpm-* .pnpm* .pnpmfile*
      bun.lock* bunfig.toml deno.json* deno.lock jsr.json lerna.json nx.json turbo.json rush.json project.json workspace.json
      bower.json .bowerrc component.json composer.* *requirements*.txt *requirements*.in requirements/*.txt *constraints*.txt
      pyproject.toml setup.cfg setup.py pipfile* pip.conf poetry.* uv.lock uv.toml pixi.* pdm.* hatch.toml environment.y*
      conda*.y* conda-lock* meta.yaml manifest.in gemfile* gems.* *.gemspec .bundle/ .gemrc go.mod go.sum go.work* cargo.*
      .cargo/ rust-toolchain* nuget.config packages.config *.csproj *.sln directory.*.props global.json paket.* pubspec.*
      mix.exs mix.lock rebar.* stack.yaml* cabal.project* *.cabal project.toml manifest.toml julia*.toml package.swift
      package.resolved podfile* cartfile* brewfile* conanfile* vcpkg*.json libman.json elm.json spago.* dub.json shard.* *.lock
      *-lock.json *-lock.y* *.lockb node_modules/ renv.lock install.r apt.txt aptfile packages.txt deps.txt dependencies.txt runtime.txt postbuild
      vlt*.json pylock*.toml conanfile.txt rye.toml aube.toml rush-*.json deps.edn shadow-cljs.edn dune dune-project *.opam opam
      esy.json hpack.y* libs.versions.toml mintfile buf.*y*ml openapitools.json dependencies.y*ml packages.y*ml galaxy.y*
      winget.y* scoop.json sitecustomize.py usercustomize.py *.pth import_map.json package.xml dub.sdl *.nimble *rockspec ivy.xml
      dotnet-tools.json bb.edn gleam.toml project/*.sbt vendor/modules.txt
      remappings.txt mamba.y* pubspec_overrides.y* zig.zon v.mod nim.cfg config.nims npins/
      elm-tooling.json gradle.lockfile melos.y* localpreferences.toml kiota-config.json workspace.bzlmod project/*.properties packages.lock.json importmap.json vendor.json anaconda-project.y* nimble.toml
      haxelib.json lakefile.toml lake-manifest.json nargo.toml`,
  },
  {
    by: 'builds',
    says: 'builds',
    names: `makefile* gnumakefile* *.mk justfile* .justfile taskfile* rakefile* cmakelists.txt *.cmake cmakepresets.json meson* sconstruct
      sconscript build.gradle* build.xml build.sbt build.zig* build.rs build.y* build.json *.bazel *.bzl workspace.bazel
      module.bazel .bazel* buck.* .buck* *.gradle* gradle.properties gradle/ gradlew* pom.xml mvnw* .mvn/ ant.xml gulpfile*
      gruntfile* webpack* rollup* vite.config* vitest* esbuild* babel* .babelrc* .swcrc postcss* tailwind.config* tsconfig*
      jsconfig* jest* karma* .eslintrc* eslint* .prettierrc* prettier.config* .stylelintrc* biome.json* .markdownlint*
      .remarkrc* remark.config* .textlintrc* .vale* vale.ini .alexrc* cspell* .cspell* .lychee* lychee.toml .mlc* conf.py
      hooks.py main.py _plugins/ _ext/ _extensions/ plugins.y* book.json typedoc* docfx.json antora-playbook* _quarto*
      _bookdown* _site.y* _pkgdown* .quarto/ .eleventy* eleventy.config* gatsby-* next.config* nuxt.config* svelte.config*
      astro.config* docusaurus.config* source.config* _config.* mkdocs.y* mkdocs-*.y* zensical.* book.toml config.toml hugo.*
      config/_default/ .readthedocs* readthedocs.* .rtd* .sphinx* dockerfile* *.dockerfile containerfile* .dockerignore       compose.y* compose.*.y* vagrantfile* procfile* project.clj .storybook/ angular.json ng-package.json snapcraft.y*
      .snapcraft/ .goreleaser* goreleaser.* netlify-plugin* tiltfile skaffold* .ko.y* garden.y* *.garden.y* guardfile*
      dangerfile* capfile berksfile fastfile thorfile* puppetfile earthly* pants* pants.toml *.config.js *.config.*js
      *.config.ts *.config.*ts *.config.tsx *.config.json *.config.y*ml *.config.toml *.conf.js *.conf.ts *.conf.json
      .vuepress/**.js .vuepress/**.ts .vuepress/**.y*ml
      .vuepress/**.toml meson_options.txt premake*.lua werf* tilt_config.json depot.json generators.y* openapi-generator*.json
      archetypes/**.md mdx-components.* instrumentation.* proxy.ts proxy.js nb_config.py moon.y* .moon/ please.toml bakefile.y* bake.y* docker-bake.* build buck workspace build.sc build.mill
      mill.y* bleep.y* amper.y* wscript xmake.lua jakefile plopfile.* tasks.py fabfile.py dodo.py pavement.py conftest.py
      pelicanconf.py publishconf.py macros.py mkdocs_hooks.py mkdocs.* properdocs.* phpunit.xml pytest.* nox.toml tox.toml
      release.toml release-plz.toml dist.toml dist-workspace.toml cargo-dist.toml cliff.toml cross.toml clippy.toml rustfmt.toml
      deny.toml ruff.toml mypy.* pyrightconfig.json knip.* dprint.json oxlintrc.json oxfmt.json components.json cypress.*
      playwright.* mocharc.* testcafe.json wireit.json typos.toml _typos.toml yamllint.y* yamlfmt.y* taplo.toml golangci.*
      rubocop.y* detekt.y* semgrep.y* checkov.y* trivy.y* gitleaks.* osv-scanner.toml audit-ci.json htmltest.y* markdownlint.*
      spectral.y* vacuum.y* redocly.* fern/ speakeasy.* stainless* *.stainless.y*ml liblab.* codegen.* graphql.config.* sqlc.y*
      gen.yaml config.y*ml config.json config/**/hugo.* _data/**.js *.11tydata.* _cobalt.y* cobalt.y* nanoc.y* zola.toml lume.*
      doxyfile* doczrc* retype.y* _variables.y* jupyter*config.* honkit.json jsdoc.json antora.y* writerside.* vocs.*
      goreleaser* nfpm.y* electron-builder.* eas.json tauri.* packer.* dbt_project.y* dvc.y* meltano.y* prefect.* dagster*.y*
      cmakeuserpresets.json anchor.toml clarinet.toml dioxus.toml foundry.toml leptos.toml move.toml scarb.toml aiken.toml
      truffle.json brownie-config.y* ape-config.y* rspack.json swc.json maven.config build.ninja rules.ninja kbuild kconfig
      configure.ac snakefile nextflow.config main.nf xcodegen.y* tuist.toml tuist/ analysis_options.y* l10n.y*ml tspconfig.y*
      smithy-build.json apibuilder.json apidoc.json optic.y* stoplight.y* redoc.y* redoc-cli.json doctave.y* bump.y*
      readme-oas.y* pa11yci.json jupytext.toml ipython_config.py docinfo*.html supplemental-ui/ _content.gotmpl _metadata.y*ml
      _output.y*ml _environment* _freeze/ _config_*.y* _common.r rprofile.site myst.y* make.jl startup.jl phpstan.neon
      psalm.xml rector.php castor.php infection.json deptrac.y* grumphp.y* captainhook.json yorkie.y* config.ru policyfile.rb
      docker-compose* docker-stack* docker-cloud* docker-entrypoint* docker-image* docker-publish* docker-sync*
      logseq/config.edn logseq/custom.js api-extractor.json tsdoc.json hygen.json degit.json backstop.json sanity.json
      pa11y.json metalsmith.json asciidoctor.y* retype.json gitbook.y*ml kedro.y* mlflow.y* licenserc.toml ionic.json
      jupyter-lite.json theme.toml fumadocs.json lychee.*.toml config/*/security.* config/*/module*.*
      config/production/ config/staging/ config/development/ config/tasks.y*ml mkdocs_theme.y* jupyter-config/ jsdoc*.json *lintrc.json *lintrc.y*ml`,
  },
  {
    by: 'hosts',
    says: 'hosts of sites and programs',
    names: `vercel.* .vercel/ .vercelignore now.json netlify.* netlify/ .netlify/ wrangler.* .wrangler/ _worker.* _worker.js/ _routes.json
      _headers functions/**.js functions/**.ts functions/**.mjs api/*.js api/*.ts api/*.py api/*.go api/*.rb edge-functions/
      middleware.* firebase.* .firebaserc firestore.* storage.rules database.rules.json staticwebapp.config.json amplify.y*
      amplify/ .amplify/ app.yaml app.yml app.json appspec.* heroku.yml fly.toml fly.*.toml render.yaml railway.* nixpacks.toml
      zeabur.* .platform* .platform/ .upsun/ .do/ .ebextensions/ .elasticbeanstalk/ serverless* samconfig.toml template.yaml
      template.yml cdk.json pulumi* *.tf *.tfvars* *.tf.json terraform* terragrunt* chart.y* values.y* values-*.y*
      kustomization.y* helmfile* ansible* playbook.y* inventory.y* cname .nojekyll .htaccess .htpasswd .user.ini web.config
      nginx.conf caddyfile _config.cloudflare pagespec.* .surgeignore surge.json deploy.* deployment.y* captain-definition
      cloud.gov.y* manifest.yml manifest.yaml dokku* .buildpacks crontab cron.y* static.json superstatic.json edgio.* layer0.*
      .static.json kinsta* .statichost* apprunner.y* copilot/ .copilot-workspace now.* .deployment ads.txt
      app-ads.txt security.txt crossdomain.xml clientaccesspolicy.xml *.hcl *.pkl *.cue kptfile kcl.mod mlproject *.service
      *.timer *.container supervisord.conf haproxy.cfg httpd.conf alertmanager.* prometheus.* otel-collector.* argocd/
      applicationset.y* flux-system/ helmrelease.y* k8s/ kubernetes/ manifests/*.y*ml deploy/ okteto.* devspace.* score.y*
      podman-compose.* railpack.json zbpack*.json coolify.json caprover.json dokploy.json easypanel.json tsuru.y* koyeb.y* pantheon.y* host.json
      function.json local.settings.json dockerrun.* scalingo.json clevercloud/ northflank.json porter.y* nhost/ convex/ prisma/
      deployctl.json php.ini apache2.conf *.cgi cgi-bin/
      cyclic.json stormkit.* azion.* azion/ fastly.toml spin.toml wasmer.toml modal.toml genezio.y* encore.app convex.json
      supabase/ neon.toml sst.config.* alchemy.run.* swa-cli.* apphosting.y* cdktf.json jsonnetfile.json acorn.y* kpt.y* kind.y*
      ctlptl.y* mirrord.json telepresence.y* roles/**.y*ml salt/ *.sls terramate.* bentofile.y* cog.y* truss.y* databricks.y*
      snowflake.y* vercel-* process.json process.y*ml foreman.y* newrelic.* datadog.y* sentry.*
      traefik.y*ml traefik.toml traefik.json edgeone.json esa.jsonc customhttp.y*ml azuredeploy.json
      bicepconfig.json *.bicep sst.json nitric.y* humanitec.y* radius.y*ml samconfig.y*ml cdk.context.json arc.json app.arc
      fleet.y*ml apko.y* melange.y* distroless.y* cloudformation.y* cloud-config.y* cloud-init.y* autoinstall.y* ignition.json
      butane.y* preseed.cfg ks.cfg group_vars/ host_vars/ handlers/main.y* tasks/main.y* meta/main.y* molecule/ hiera.y*
      puppet.conf inventory.ini drush/ ddev.y* kitchen.y* buildkitd.toml litellm_config.y* modal_app.py modelfile dokku_scale
      zenml.y* *.kube dify.y*ml azure.y*ml caddy.json caddyfile.json *.pkr.json src-tauri/**.json cloudformation.json
      argocd.y*ml dispatch.y*ml queue.yaml index.yaml buildpack.toml deno.deploy.json requirements.y*ml`,
  },
  {
    by: 'secrets',
    says: 'programs, as their settings and secrets',
    names: `.env* .env/ *.env .secrets* .ssh/ .aws/ .gnupg/ .netrc _netrc .pgpass .docker/ .kube/ kubeconfig* .dockercfg .dockerconfigjson
      .vault* id_rsa* id_dsa* id_ecdsa* id_ed25519* authorized_keys known_hosts *.pem *.key *.p12 *.pfx *.jks *.keystore *.kdbx
      .pypirc credentials.json service-account*.json secrets.y* secrets.json secrets.toml .gitleaks* .gitguardian* .trivy*
      .sops* .trufflehog* .secretlint* .secretlintrc* .talisman* .semgrep* auth.json env.json *.vars dev.vars sops.y* fnox.toml
      infisical.json doppler.y* teller.y* chamber.y* google-services.json googleservice-info.plist gcp-key*.json
      autorun.inf desktop.ini *.desktop *.lnk *.scf *.library-ms *.searchconnector-ms *.webloc *.reg
      microsoft.powershell_profile.ps1`,
  },
];

/** Names with a leading dot that nothing obeys: parts of sites, pages and images. */
export const plainHidden =
  '.vitepress .vuepress .gitbook .gitbook.yaml .gitbook.yml .pages .nav.yml .nav.yaml .navigation.yml .navigation.yaml .order .attachments .snippets .includes .authors.yml .meta.yml';
