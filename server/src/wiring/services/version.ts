import packageFile from '../../../package.json' with { type: 'json' };

/** The version of Copydesk. */
export const version = packageFile.version;
