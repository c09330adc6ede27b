// Detects code hosts, for the commands that connect. A separate file, so that other commands do not load it.
export { describeHost, detectHost } from '../code-hosts/detect.ts';
export { readRepositoryUrl } from '../code-hosts/repository-address.ts';
