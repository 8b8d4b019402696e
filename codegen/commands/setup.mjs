// Setup for every command. Plain JavaScript without dependencies: it runs before they are installed.
import './nodeVersion.mjs'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BUILD_RECORD, hashOfInputs } from './inputs.mjs'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']
export const tsx = ['--import', 'tsx']

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return error ? 1 : (status ?? 1)
}

/** Ends a command that cannot go on. The message says what its user does. */
export function stop(message) {
  console.error(message)
  process.exit(1)
}

/** Runs a command and shows its errors as they come; a signal to this process ends it too. Returns its exit status and its output. */
export function start(command, args, options = {}) {
  return new Promise((resolve) => {
    let output = ''
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options })
    const forward = (signal) => {
      child.kill(signal)
      process.exit(1)
    }
    for (const signal of SIGNALS) process.on(signal, forward)
    const end = (status) => {
      for (const signal of SIGNALS) process.off(signal, forward)
      resolve({ status, output })
    }
    child.stdout.setEncoding('utf8').on('data', (text) => (output += text))
    child.stderr.setEncoding('utf8').on('data', (text) => {
      output += text
      process.stderr.write(text)
    })
    child.on('error', ({ message }) => {
      output += message
      end(1)
    })
    child.on('close', (status) => end(status ?? 1))
  })
}

/** The one without a window costs a third less of the processor. */
const browsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a Chromium, or undefined: the one named by PLACARD_CHROMIUM, the system's, or Playwright's own. */
export function findChromium() {
  if (process.env.PLACARD_CHROMIUM) return process.env.PLACARD_CHROMIUM
  const installed = browsers.find((path) => existsSync(path))
  if (installed) return installed
  const own = spawnSync(process.execPath, ['-e', "console.log(require('playwright').chromium.executablePath())"], {
    cwd: root,
    encoding: 'utf8',
  }).stdout?.trim()
  return own && existsSync(own) ? own : undefined
}

/** Whether packages of the system can be installed. */
const hasApt = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** `names` is called once the packages that exist are known. */
function installPackages(names) {
  run('apt-get', ['update', '-qq'])
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names()], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

const isPackaged = (name) => spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0

/** Installs Chromium if none is found, or prints how to install it. */
export function ensureChromium() {
  let chromium = findChromium()
  if (!chromium) {
    console.log('Installing Chromium for the browser tests (once) …')
    if (hasApt()) {
      installPackages(() => [
        isPackaged('chromium-headless-shell') ? 'chromium-headless-shell' : 'chromium',
        'fonts-noto-core',
        'fonts-noto-cjk',
      ])
    } else {
      run('npx', ['playwright', 'install', 'chromium'])
    }
    chromium = findChromium()
  }
  if (!chromium) {
    stop(
      'No Chromium was found and none could be installed. Install one (Debian: sudo apt-get install chromium; others: npx playwright install --with-deps chromium) ' +
        'or name yours in the environment variable PLACARD_CHROMIUM, then run the command again.',
    )
  }
  return chromium
}

/** Programs that proofs start, by their paths, with the packages of Debian that have them. */
const PROOF_PROGRAMS = [
  [['/usr/lib/postgresql'], 'postgresql'],
  [['/usr/bin/redis-server', '/usr/local/bin/redis-server'], 'redis-server'],
  [['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'], 'nginx-light'],
  [['/usr/bin/firefox-esr'], 'firefox-esr'],
  [['/usr/bin/WebKitWebDriver'], 'webkit2gtk-driver'],
  [['/usr/bin/Xvfb'], 'xvfb'],
]

/** Installs the programs that proofs start, where packages can be installed; a proof without its program says that it does not run. */
export function ensureProofPrograms() {
  const missing = PROOF_PROGRAMS.filter(([paths]) => !paths.some((path) => existsSync(path)))
  if (missing.length === 0 || !hasApt()) return
  const names = missing.map(([, name]) => name)
  console.log(`Installing what the proofs start (once): ${names.join(', ')} …`)
  installPackages(() => names)
}

/** Whether the inputs of the build differ from those that it was made of. */
export function isBuildStale() {
  const record = join(root, 'dist', BUILD_RECORD)
  if (!existsSync(join(root, 'dist', 'catalogue', 'manifest.json')) || !existsSync(record)) return true
  return JSON.parse(readFileSync(record, 'utf8')).inputs !== hashOfInputs()
}
