// What tells code hosts apart, for the commands that connect: others are not to load it.
export { describeHost, detectHost } from '../code-hosts/detect.ts';
export { readRepositoryUrl } from '../code-hosts/repository-address.ts';
