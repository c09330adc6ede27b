/**
 * The beginning of the note for a model, before a turn begins, that the base branch was merged with conflicts;
 * the branch's name follows.
 */
export const mergeNotePrefix = 'There are conflicts: the branch';
