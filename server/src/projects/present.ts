import type { Project } from './project.ts';

/** Returns the settings of a project that the API and the commands show alike. */
export function presentSettings(project: Project) {
  const { id, name, ref, docsFolder, model, origins, limits, instructions, pagesAt, createdAt } = project;
  const { checks, guardViews, siteUrl, commitAuthor, signOff, maxOutputTokens, effort, temperature, parallelCalls } =
    project;
  const {
    helperModel,
    questionsModel,
    images,
    maxChangedFiles,
    maxChangedLines,
    allow,
    archiveOn,
    mergeBy,
    sharedFiles,
    effectComment,
    mergePolicy,
    readabilityOff,
    reportPeriods,
    reportRecipients,
  } = project;
  const { refuseFilesOver, refuseBytesOver, refuseDeletedOver } = project;
  const { readerRules, excludeAddresses, excludePaths, excludeUserAgents, newPathsPerDay } = project;
  const { pageCode, newHosts, installCommands, ciRounds, ciWaitMinutes } = project;
  return {
    id,
    name,
    ref,
    docsFolder,
    model,
    helperModel,
    questionsModel,
    origins,
    readerRules,
    excludeAddresses,
    excludePaths,
    excludeUserAgents,
    newPathsPerDay,
    limits,
    instructions,
    pagesAt,
    checks,
    guardViews,
    siteUrl,
    commitAuthor,
    signOff,
    maxOutputTokens,
    effort,
    temperature,
    parallelCalls,
    images,
    maxChangedFiles,
    maxChangedLines,
    refuseFilesOver,
    refuseBytesOver,
    refuseDeletedOver,
    allow,
    pageCode,
    newHosts,
    installCommands,
    archiveOn,
    mergeBy,
    sharedFiles,
    effectComment,
    mergePolicy,
    readabilityOff,
    reportPeriods,
    reportRecipients,
    ciRounds,
    ciWaitMinutes,
    createdAt: createdAt.toISOString(),
  };
}
