import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../../codegen/commands/setup.mjs'
import { DEMO } from '../../../src/server/modules/identity/seed.ts'
import { freePort } from '../../e2e/kit/net/ports.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'Fresh clones of the commit on every pair of a supported Node.js and npm, with an empty cache and no compiler on the path: npm ci says nothing of blocked scripts, npm start reaches the first page and a login, ends with npm, starts again, and so does an installation without development dependencies with a build made elsewhere'
/** Pairs of Node.js and npm, from the oldest to the newest. The gate has none: each needs the packages from the registry. */
export const runs = { full: 11, middle: 2, short: 0 }

const NODES = ['20.19', '22', '24', 'latest']
const NPMS = ['10', '11', '12']
const START_MS = 900_000
const STOP_MS = 60_000
const POLL_MS = 100
/** Lines that npm prints of install scripts that it has not run, or of anything else that is not right. */
const WARNING = /\b(warn|blocked|allow-scripts|ERR!)\b/i

interface Pair {
  node: string
  npm: string
  /** Folder with `node`, `npm` and the programs that they start. */
  bin: string
}

/** A row of the table that the proof prints. */
interface Row {
  node: string
  npm: string
  packages: number
  startSeconds: number
  againSeconds: number
  productionSeconds: number
  warnings: number
}

/** Installs a package from the registry into an empty folder and returns the folder of its files. */
function install(folder: string, name: string, version: string): string {
  const path = join(folder, `${name}@${version}`)
  if (!existsSync(path)) {
    mkdirSync(path)
    writeFileSync(join(path, 'package.json'), '{}')
    execFileSync(
      'npm',
      ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`],
      {
        cwd: path,
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
  }
  return join(path, 'node_modules', name)
}

const versionOf = (program: string, ...args: string[]): string =>
  execFileSync(program, [...args, '--version'], { encoding: 'utf8' }).trim()

/** Whether npm supports this Node.js: it says so itself. */
function fits(node: string, npm: string): boolean {
  const { status, stderr } = spawnSync(node, [npm, 'root'], { encoding: 'utf8' })
  return status === 0 && !stderr.includes('does not support')
}

/** All pairs that go together. On the path of a pair are node, npm, git and a shell, so that nothing can be compiled. */
function pairsIn(folder: string): Pair[] {
  const platform = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
  const pairs: Pair[] = []
  for (const nodeVersion of NODES) {
    const node = join(install(folder, `node-${platform}`, nodeVersion), 'bin/node')
    for (const npmVersion of NPMS) {
      const npm = join(install(folder, 'npm', npmVersion), 'bin/npm-cli.js')
      if (!fits(node, npm)) continue
      const bin = mkdtempSync(join(folder, 'bin-'))
      symlinkSync(node, join(bin, 'node'))
      for (const program of ['sh', 'git']) symlinkSync(pathOf(program), join(bin, program))
      writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec "${join(bin, 'node')}" "${npm}" "$@"\n`, { mode: 0o755 })
      pairs.push({ node: versionOf(node), npm: versionOf(node, npm), bin })
    }
  }
  return pairs
}

const pathOf = (program: string): string => execFileSync('which', [program], { encoding: 'utf8' }).trim()

/** Environment of a person who has just cloned the project: own empty home and cache. */
function environmentOf({ bin }: Pair, home: string): NodeJS.ProcessEnv {
  const { HTTP_PROXY, HTTPS_PROXY, NODE_EXTRA_CA_CERTS, npm_config_registry: registry } = process.env
  return {
    PATH: bin,
    HOME: home,
    npm_config_cache: join(home, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_registry: registry ?? execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(),
    ...(HTTP_PROXY && { HTTP_PROXY }),
    ...(HTTPS_PROXY && { HTTPS_PROXY }),
    ...(NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS }),
  }
}

/** The packages that an installation has. */
function packagesIn(folder: string): number {
  const text = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')
  return Object.keys((JSON.parse(text) as { packages: object }).packages).length
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

interface Started {
  seconds: number
  output: string
  origin: string
  process: ChildProcess
}

/** Servers that run. */
const running = new Set<ChildProcess>()

/** `npm start` until it prints its address. */
async function startIn(folder: string, env: NodeJS.ProcessEnv, data: string): Promise<Started> {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // The group of npm and what it has started: a failed run ends it whole.
    detached: true,
    env: { ...env, PORT: String(freePort()), PLACARD_DATA: data },
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  for (;;) {
    const origin = /^Placard: (http:\S+?)\/h5\//m.exec(output)?.[1]
    if (origin !== undefined) return { seconds: (performance.now() - started) / 1000, output, origin, process: child }
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`)
    if (performance.now() - started > START_MS) throw new Error(`npm start has not answered:\n${output}`)
    await sleep(POLL_MS)
  }
}

/** Faults of a running server: the page, its first script and a login. */
async function use(origin: string): Promise<string[]> {
  const page = await fetch(`${origin}/h5/`)
  const script = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1] ?? '/none'
  const code = await fetch(new URL(script, origin))
  const dataOf = async (response: Response): Promise<Record<string, string> | null> =>
    ((await response.json()) as { data: Record<string, string> | null }).data
  const slide = await dataOf(await fetch(`${origin}/api/captcha/slide?lang=en`))
  const { account, password } = DEMO
  const login = await dataOf(
    await fetch(`${origin}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ lang: 'en', type: 'account', account, password, slide: slide?.challenge }),
    }),
  )
  return [
    ...(page.status === 200 && code.status === 200 ? [] : [`the page is ${page.status}, its script ${code.status}`]),
    ...(login?.token === undefined ? ['the demo user cannot log in'] : []),
  ]
}

/** Ends npm as `kill` does, and returns the faults of the stop: the server answers on, or no line of a stop. */
async function stopNpm({ process: npm, origin }: Started): Promise<string[]> {
  const ended = once(npm, 'exit')
  npm.kill('SIGTERM')
  await ended
  for (const end = performance.now() + STOP_MS; performance.now() < end; await sleep(POLL_MS)) {
    try {
      await fetch(`${origin}/healthz`)
    } catch {
      running.delete(npm)
      return []
    }
  }
  return ['the server answers after npm was ended']
}

/** Everything that a pair shows, with its faults. */
async function tryPair(pair: Pair, home: string): Promise<{ row: Row; faults: string[] }> {
  const env = environmentOf(pair, home)
  const folder = join(home, 'placard')
  const production = join(home, 'production')
  for (const target of [folder, production])
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, target], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  const faults: string[] = []

  const first = await startIn(folder, env, join(home, 'data'))
  faults.push(...(await use(first.origin)), ...(await stopNpm(first)))
  const packages = packagesIn(folder)
  const again = await startIn(folder, env, join(home, 'data'))
  faults.push(...(await use(again.origin)), ...(await stopNpm(again)))
  if (/Installing|Building/.test(again.output)) faults.push('the second start installs or builds')

  execFileSync('npm', ['ci', '--omit=dev'], { cwd: production, env, stdio: ['ignore', 'ignore', 'inherit'] })
  cpSync(join(folder, 'dist'), join(production, 'dist'), { recursive: true })
  const elsewhere = await startIn(production, env, join(home, 'production-data'))
  faults.push(...(await use(elsewhere.origin)), ...(await stopNpm(elsewhere)))
  if (/Installing|Building/.test(elsewhere.output)) faults.push('an installation with a build installs or builds')

  const ci = execFileSync('sh', ['-c', 'npm ci 2>&1'], { cwd: folder, env, encoding: 'utf8' })
  const warnings = [ci, first.output].flatMap((text) => text.split('\n').filter((line) => WARNING.test(line)))
  faults.push(...warnings.map((line) => `says: ${line}`))
  const full = await startIn(folder, env, join(home, 'data'))
  faults.push(...(await use(full.origin)), ...(await stopNpm(full)))
  if (/Installing/.test(full.output)) faults.push('npm ci by hand is not enough for npm start')

  const seconds = (started: Started): number => Math.round(started.seconds * 10) / 10
  return {
    row: {
      node: pair.node,
      npm: pair.npm,
      packages,
      startSeconds: seconds(first),
      againSeconds: seconds(again),
      productionSeconds: seconds(elsewhere),
      warnings: warnings.length,
    },
    faults,
  }
}

/** Tries `runs` pairs, the newest first. `only`: the pairs whose Node.js or npm begins so. */
export async function prove({ runs: count, only, log }: ProofOptions): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-install-'))
  const rows: Row[] = []
  const faults: string[] = []
  try {
    const all = pairsIn(folder)
    const ordered = [...all.slice(-1), ...all.slice(0, -1)]
    const isAsked = ({ node, npm }: Pair): boolean =>
      only?.some((word) => node.startsWith(`v${word}`) || npm.startsWith(word)) ?? true
    const chosen = ordered.filter(isAsked).slice(0, count)
    if (chosen.length === 0) faults.push('no pair of Node.js and npm was tried')
    for (const pair of chosen) {
      const home = mkdtempSync(join(folder, 'home-'))
      try {
        const { row, faults: found } = await tryPair(pair, home)
        rows.push(row)
        faults.push(...found.map((fault) => `Node.js ${pair.node}, npm ${pair.npm}: ${fault}`))
        log(JSON.stringify(row))
      } catch (error) {
        faults.push(`Node.js ${pair.node}, npm ${pair.npm}: ${error instanceof Error ? error.message : String(error)}`)
      } finally {
        for (const { pid } of running) if (pid !== undefined) killGroup(pid)
        running.clear()
        rmSync(home, { recursive: true, force: true })
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of faults) log(fault)
  return { ok: faults.length === 0, figures: { pairs: rows.length, rows, faults } }
}
