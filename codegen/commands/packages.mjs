// Installs the packages of the lock file. Plain JavaScript without dependencies: it runs before they are installed.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, start, stop } from './setup.mjs'

const PROGRESS_MS = 5_000

/** Entries of the lock file that an installation on this machine has. Optional ones count where they are for this machine: the binaries of a package. */
function wantedPackages(development) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const libc = process.report?.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl'
  const allows = (list, value) => list === undefined || list.includes(value)
  const isBinaryForMachine = (entry) =>
    (entry.os ?? entry.cpu) !== undefined &&
    allows(entry.os, process.platform) &&
    allows(entry.cpu, process.arch) &&
    (process.platform !== 'linux' || allows(entry.libc, libc))
  return Object.entries(packages).filter(
    ([path, entry]) =>
      path !== '' &&
      !entry.peer &&
      (development || !(entry.dev || entry.devOptional)) &&
      (!entry.optional || isBinaryForMachine(entry)),
  )
}

/** The packages that are missing or have another version. */
function missingPackages(wanted) {
  const installedFile = join(root, 'node_modules', '.package-lock.json')
  if (!existsSync(installedFile)) return wanted
  const found = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return wanted.filter(([path, { version }]) => found[path]?.version !== version)
}

/** Ends of npm's output with their remedies. */
const REMEDIES = [
  [/ENOSPC/, 'The disk is full: free about 700 MB and run the command again.'],
  [
    /\b(EACCES|EPERM|EROFS)\b/,
    `npm may not write to ${root}: run the command as the owner of the folder, or correct its permissions.`,
  ],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH)\b/,
    'The npm registry cannot be reached: check the network and the registry that npm uses (npm config get registry), then run the command again.',
  ],
]

const UNKNOWN_FAILURE =
  'npm could not install the packages, and said why above. Correct that and run the command again.'

/**
 * Installs the packages of the lock file unless exactly these are installed. Without `development` those suffice that the app, its build and
 * its server need. No package runs an install script.
 */
export async function ensureInstalled({ development = process.env.NODE_ENV !== 'production' } = {}) {
  const wanted = wantedPackages(development)
  if (missingPackages(wanted).length === 0) return
  const count = wanted.length
  console.log(`Installing ${count} packages …`)
  const present = () => wanted.filter(([path]) => existsSync(join(root, path, 'package.json'))).length
  const isTerminal = process.stdout.isTTY === true
  const progress = setInterval(
    () => process.stdout.write(isTerminal ? `\r${present()} of ${count}` : `${present()} of ${count}\n`),
    isTerminal ? 200 : PROGRESS_MS,
  )
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  const { status, output } = await start(...npmCommand(development ? args : [...args, '--omit=dev']))
  clearInterval(progress)
  if (isTerminal) process.stdout.write('\r\u001b[K')
  if (status !== 0) stop(REMEDIES.find(([pattern]) => pattern.test(output))?.[1] ?? UNKNOWN_FAILURE)
  const missing = missingPackages(wanted)
  if (missing.length > 0) {
    stop(
      `npm has not installed ${missing.map(([path]) => path.replace(/.*node_modules\//, '')).join(', ')} for ${process.platform} ${process.arch}. ` +
        'Remove the folder node_modules and run the command again.',
    )
  }
}

/** The npm that runs the command, else the one on the path. */
function npmCommand(args) {
  const program = process.env.npm_execpath
  if (program?.endsWith('.js') || program?.endsWith('.cjs')) return [process.execPath, [program, ...args]]
  return process.platform === 'win32' ? ['npm.cmd', args, { shell: true }] : ['npm', args]
}
