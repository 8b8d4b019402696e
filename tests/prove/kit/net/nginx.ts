import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../e2e/kit/net/ports.ts'

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
const DEPLOY = join(import.meta.dirname, '../../../../src/server/deploy')
/** The name of the site in the file. */
export const SITE = 'trade.example'
const SITE_FILE = readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8')
/** Where the site includes its processes from. */
const PROCESSES = '/etc/nginx/placard-processes.conf'

export const missingNginx = (): string | null => (NGINX === undefined ? 'nginx not installed' : null)

export interface Nginx {
  /** Its port for HTTPS. */
  port: number
  stop(): Promise<void>
}

function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The files of src/server/deploy have no "${from}"`)
    return changed.replaceAll(from, to)
  }, text)
}

/** The site of src/server/deploy with the processes, the port and the files of this run. */
export function siteOf(folder: string, port: number, processes: string): string {
  const file = join(folder, 'processes.conf')
  writeFileSync(file, processes)
  return replaced(SITE_FILE, [
    [PROCESSES, file],
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/trade.example.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/trade.example.key', join(folder, 'cert.key')],
  ])
}

/** The file of the processes, with these ports. */
function processesOn(ports: readonly number[]): string {
  const text = readFileSync(join(DEPLOY, 'processes.conf'), 'utf8')
  const lines = text.split('\n').filter((line) => line.startsWith('server '))
  if (lines.length === 0) throw new Error('processes.conf has no process')
  return ports.map((port, at) => `${(lines[at % lines.length] ?? '').replace(/:\d+/, `:${port}`)}\n`).join('')
}

/** A configuration of nginx around a site, whose files are all in the folder. */
export function configurationOf(folder: string, site: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temp', name)};`)
    .join(' ')
  return `daemon off; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')} warn; worker_processes 1;
events { worker_connections 4096; }
http { access_log off; ${temporary}
${site}
}`
}

/** Makes the certificate of the site, and the folder of temporary files. */
export function prepareNginx(folder: string): void {
  mkdirSync(join(folder, 'temp'), { recursive: true })
  const files = `-keyout ${join(folder, 'cert.key')} -out ${join(folder, 'cert.pem')}`
  execFileSync('openssl', `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${SITE} ${files}`.split(' '), {
    stdio: 'ignore',
  })
}

/** Has nginx check a configuration file; the text of its errors, empty if there are none. */
export function checkConfiguration(file: string, folder: string): string {
  try {
    execFileSync(NGINX ?? '', ['-t', '-q', '-c', file, '-p', folder], { encoding: 'utf8', stdio: 'pipe' })
    return ''
  } catch (error) {
    return String((error as { stderr?: string }).stderr)
  }
}

/** Runs nginx before processes of the server, in an empty folder. */
export async function startNginx(folder: string, upstreams: readonly number[]): Promise<Nginx> {
  prepareNginx(folder)
  const port = freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configurationOf(folder, siteOf(folder, port, processesOn(upstreams))))
  const child = spawn(NGINX ?? '', ['-c', file, '-p', folder, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (let i = 0; !(await accepts(port)); i++) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}`)
    if (i > 1_000) throw new Error('nginx does not listen')
    await sleep(50)
  }
  return {
    port,
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await gone
    },
  }
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).once('error', () => resolve(false))
  })
