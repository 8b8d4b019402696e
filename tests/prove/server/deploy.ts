import { execFileSync, spawn, spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from '../../../codegen/commands/setup.mjs'
import { freePort } from '../../e2e/kit/net/ports.ts'
import { environmentOf, parseDockerfile, theOnly } from '../../support/dockerfile.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'The Dockerfile of src/server/deploy without Docker: its commands install, build and prepare a copy of the project, its last command serves the app as a user without rights, its health check passes, a backup is made by the documented command, and it stops with SIGTERM'
/** The gate has none: the packages are installed from the registry. */
export const runs = { full: 1, middle: 1, short: 0 }

const DEPLOY = join(root, 'src/server/deploy')
const HEALTHY_MS = 600_000
const STOP_MS = 30_000
/** The user without rights of each system, in place of the image's own. */
const UNPRIVILEGED = 65_534
/** Needs the rights of root or packages of the system: the image only. */
const OF_THE_IMAGE = /\bapt-get\b|\bchown\b/

/** Copies what `COPY . .` copies: the files of the project but those of the ignore file. */
function copyContext(to: string): void {
  const ignored = readFileSync(join(DEPLOY, 'Dockerfile.dockerignore'), 'utf8').split('\n').filter(Boolean)
  const isIgnored = (path: string): boolean =>
    ignored.some((line) =>
      line.startsWith('*') ? path.endsWith(line.slice(1)) : path === line || path.startsWith(`${line}/`),
    )
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  for (const path of listed.split('\0')) {
    if (path === '' || isIgnored(path) || !existsSync(join(root, path))) continue
    cpSync(join(root, path), join(to, path))
  }
}

/** Runs a command of a RUN instruction; throws with its output. */
function run(command: string, cwd: string): void {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`RUN ${command} ended with ${String(status)}:\n${stdout}${stderr}`)
}

/** Follows the instructions of all stages in one folder; returns the skipped ones. */
function build(project: string, log: (line: string) => void): string[] {
  const { stages } = parseDockerfile(readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8'))
  const skipped: string[] = []
  for (const { name, text } of stages.flatMap(({ instructions }) => instructions)) {
    if (name === 'COPY' && text === '. .') copyContext(project)
    else if (name === 'COPY' && !text.startsWith('--from'))
      for (const file of text.split(/\s+/).slice(0, -1)) cpSync(join(root, file), join(project, file))
    else if (name === 'RUN' && OF_THE_IMAGE.test(text)) skipped.push(text)
    else if (name === 'RUN') {
      const started = performance.now()
      run(text, project)
      log(`RUN ${text}: ${Math.round((performance.now() - started) / 1000)} s`)
    }
  }
  return skipped
}

export async function prove({ log }: ProofOptions): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'placard-prove-deploy-'))
  const faults: string[] = []
  const figures: Record<string, unknown> = {}
  try {
    const project = join(folder, 'srv')
    const volume = join(folder, 'volume')
    mkdirSync(project)
    mkdirSync(volume)
    figures.skipped = build(project, log).length
    const isRoot = process.getuid?.() === 0
    const user = isRoot ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}
    if (isRoot) execFileSync('chown', ['-R', `${UNPRIVILEGED}:${UNPRIVILEGED}`, folder])

    const image = parseDockerfile(readFileSync(join(DEPLOY, 'Dockerfile'), 'utf8')).stages.at(-1)
    if (!image) throw new Error('The Dockerfile has no stage')
    const declared = environmentOf(image)
    const port = String(freePort())
    const env = {
      PATH: process.env.PATH,
      HOME: volume,
      ...declared,
      PLACARD_DATA: declared.PLACARD_DATA?.replace(theOnly(image, 'VOLUME'), volume),
      HOST: '127.0.0.1',
      PORT: port,
    }
    const options = { cwd: project, env, encoding: 'utf8', ...user } satisfies SpawnSyncOptions
    const [program = '', ...args] = JSON.parse(theOnly(image, 'CMD')) as string[]
    const [, health = '[]'] = /CMD (\[.*\])$/.exec(theOnly(image, 'HEALTHCHECK')) ?? []
    const [checker = '', ...checkerArgs] = JSON.parse(health) as string[]

    const started = performance.now()
    const server = spawn(program, args, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'], ...user })
    let said = ''
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
    const isHealthy = (): boolean => spawnSync(checker, checkerArgs, options).status === 0
    if (isHealthy()) faults.push('the health check passes without a server')
    while (!isHealthy()) {
      if (server.exitCode !== null) throw new Error(`The command ended with ${server.exitCode}:\n${said}`)
      if (performance.now() - started > HEALTHY_MS) throw new Error(`The health check does not pass:\n${said}`)
      await sleep(200)
    }
    figures.healthyMs = Math.round(performance.now() - started)
    if (/Installing|Building/.test(said)) faults.push(`the first start has work left from the build:\n${said}`)
    const status = async (path: string): Promise<number> => (await fetch(`http://127.0.0.1:${port}${path}`)).status
    if ((await status('/h5/')) !== 200) faults.push('the app is not served')
    if ((await status('/sandbox/outbox.json')) !== 404) faults.push('the sandbox endpoints are on')
    for (const name of ['data', 'data.key'])
      if (!existsSync(join(volume, name))) faults.push(`the volume has no ${name}`)

    const backup = spawnSync('npm', ['run', '--silent', 'backup', '--', '--to', join(volume, 'backups')], options)
    if (backup.status !== 0)
      faults.push(`the backup ended with ${String(backup.status)}: ${backup.stdout}${backup.stderr}`)
    else figures.backups = readdirSync(join(volume, 'backups')).length

    const stopping = performance.now()
    const ended = once(server, 'exit') as Promise<[number | null]>
    server.kill('SIGTERM')
    const late = setTimeout(() => server.kill('SIGKILL'), STOP_MS)
    const [code] = await ended
    clearTimeout(late)
    figures.stopMs = Math.round(performance.now() - stopping)
    if (code !== 0) faults.push(`the stop ended with ${String(code)}:\n${said}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  for (const fault of faults) log(fault)
  return { ok: faults.length === 0, figures: { ...figures, faults: faults.length } }
}
