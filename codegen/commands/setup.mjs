// Setup for every command. Plain JavaScript without dependencies: it runs before they are installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
export const tsx = ['--import', 'tsx']

export function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
  return error ? 1 : (status ?? 1)
}

function stop(message) {
  console.error(message)
  process.exit(1)
}

/** Installs the packages of the lock file unless exactly these are installed. Without `development`, as with NODE_ENV=production, those of an installation without development dependencies suffice. */
export function ensureInstalled({ development = process.env.NODE_ENV !== 'production' } = {}) {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    stop(
      `Placard needs Node.js 20.19 or newer; this is ${process.version}. Install it from https://nodejs.org and run the command again.`,
    )
  }
  const installed = join(root, 'node_modules', '.package-lock.json')
  if (existsSync(installed) && sameVersions(installed, development)) return
  console.log(
    'Installing packages (once; where no prebuilt SQLite can be fetched it is compiled, which takes about 90 seconds more) …',
  )
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  if (run(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error']) !== 0) {
    stop(
      'The packages could not be installed: npm said why above. Check the network and the npm registry, then run the command again.',
    )
  }
}

function sameVersions(installedFile, development) {
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(installedFile, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, entry]) =>
      path === '' ||
      entry.optional ||
      entry.peer ||
      (!development && entry.dev) ||
      found[path]?.version === entry.version,
  )
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

/** Whether an input of the build is newer than the build. */
export function isBuildStale() {
  const stamp = join(root, 'dist', 'catalogue', 'manifest.json')
  if (!existsSync(stamp)) return true
  const built = statSync(stamp).mtimeMs
  return ['src', 'screens', 'fixtures', 'schemas', 'locales', 'codegen', 'package-lock.json', 'vite.config.ts'].some(
    (path) => newest(join(root, path)) > built,
  )
}

function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => newest(join(path, name))))
}
