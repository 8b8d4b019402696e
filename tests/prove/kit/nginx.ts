import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../e2e/kit/ports.ts'

const NGINX = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
const DEPLOY = join(import.meta.dirname, '../../../src/server/deploy')
/** The name of the site in the file. */
export const SITE = 'trade.example'
/** The first process in the file of the upstream, with its options. */
const PROCESS = / *server 127\.0\.0\.1:4000(.*);\n/
const DEFAULT_PROCESS = / *server 127\.0\.0\.1:400\d.*;\n/g

export const missingNginx = (): string | null => (NGINX === undefined ? 'nginx not installed' : null)

export interface Nginx {
  /** Its port for HTTPS. */
  port: number
  stop(): Promise<void>
}

function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`The files of src/server/deploy have no "${from}"`)
    return changed.replace(from, to)
  }, text)
}

/** The files of src/server/deploy, with the ports and files of this run. */
export function siteOf(folder: string, port: number, upstreams: readonly number[]): string {
  const given = readFileSync(join(DEPLOY, 'upstream.conf'), 'utf8')
  const [, options] = PROCESS.exec(given) ?? []
  if (options === undefined) throw new Error('upstream.conf has no process')
  const upstream = given
    .replace(PROCESS, upstreams.map((process) => `  server 127.0.0.1:${process}${options};\n`).join(''))
    .replaceAll(DEFAULT_PROCESS, '')
  const site = replaced(readFileSync(join(DEPLOY, 'nginx.conf'), 'utf8'), [
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    ['/etc/ssl/trade.example.pem', join(folder, 'cert.pem')],
    ['/etc/ssl/trade.example.key', join(folder, 'cert.key')],
  ])
  return `${upstream}\n${site}`
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

/** Makes the certificate of the site. */
export function certify(folder: string): void {
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
  mkdirSync(join(folder, 'temp'), { recursive: true })
  certify(folder)
  const port = freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, configurationOf(folder, siteOf(folder, port, upstreams)))
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
