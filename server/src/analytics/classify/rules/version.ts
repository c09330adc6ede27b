/** The version of the rule set: the day of its last change, and a counter within that day. */
export const rulesVersion = '2026-11-24.2';
