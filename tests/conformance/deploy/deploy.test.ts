import { load, loadAll, YAML11_SCHEMA } from 'js-yaml'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { checkConfiguration, configurationOf, missingNginx, prepareNginx, siteOf } from '../../prove/kit/net/nginx.ts'
import { environmentOf, parseDockerfile, theOnly } from '../../support/dockerfile.ts'

const root = join(import.meta.dirname, '../../..')
const DEPLOY = 'src/server/deploy'
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The variables in the table of settings. */
const [, table = ''] = /## Settings\n([^]*?)\n## /.exec(textOf('src/server/README.md')) ?? []
const settings = new Set(
  table
    .split('\n')
    .flatMap((row) => Array.from((row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g), ([, name = '']) => name)),
)
const program = ['src/server/main.ts', 'src/server/kit/backup/cli.ts'].map(textOf).join('\n')
/** Variables that the program reads by their names. */
const read = new Set(Array.from(program.matchAll(/\benv\.([A-Z_]+)/g), ([, name = '']) => name))
/** Not a setting of this server. */
const OF_NODE = new Set(['NODE_ENV'])

const supervisor = 'node codegen/commands/start.mjs'
const { stages } = parseDockerfile(textOf(`${DEPLOY}/Dockerfile`))
const image = stages.at(-1)
if (!image) throw new Error('The Dockerfile has no stage')

interface Service {
  image?: string
  environment?: Record<string, string>
  hostname?: string
  stop_grace_period?: string
  volumes?: string[]
  depends_on?: Record<string, unknown>
  build?: { context: string; dockerfile: string }
  networks?: Record<string, { ipv4_address?: string } | null>
}
/** The only schema of the package with merge keys, which compose has too. */
const compose = load(textOf(`${DEPLOY}/compose/compose.yml`), { schema: YAML11_SCHEMA }) as {
  services: Record<string, Service>
  networks: { placard: { ipam: { config: { subnet: string }[] } } }
  volumes: Record<string, unknown>
}
const apps = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)

describe('settings', () => {
  it('are the ones that the program reads', () => {
    expect(settings.size).toBeGreaterThan(20)
    expect([...read].filter((name) => !settings.has(name) && !OF_NODE.has(name)).toSorted()).toEqual([])
    expect([...settings].filter((name) => !new RegExp(`\\b${name}\\b`).test(program))).toEqual([])
  })

  it.each<[string, () => string[]]>([
    ['the image', () => Object.keys(environmentOf(image))],
    ['compose', () => apps.flatMap(([, { environment = {} }]) => Object.keys(environment))],
    [
      'the unit',
      () =>
        Array.from(textOf(`${DEPLOY}/placard@.service`).matchAll(/^Environment=(.*)$/gm), ([, pairs = '']) =>
          pairs.split(' ').map((pair) => pair.split('=')[0] ?? ''),
        ).flat(),
    ],
    [
      'the file of the unit',
      () => Array.from(textOf(`${DEPLOY}/placard.env`).matchAll(/^#?([A-Z_]+)=/gm), ([, name = '']) => name),
    ],
    ['Kubernetes', () => containersOf().flatMap(({ env }) => env.map(({ name }) => name))],
  ])('of %s exist', (_name, names) => {
    expect(names().length).toBeGreaterThan(0)
    expect(names().filter((name) => !settings.has(name))).toEqual([])
  })
})

interface Container {
  env: { name: string }[]
  readinessProbe: { httpGet: { path: string } }
  livenessProbe: { httpGet: { path: string } }
}
function containersOf(): Container[] {
  const documents = loadAll(textOf(`${DEPLOY}/kubernetes.yml`)) as {
    kind: string
    spec: { template?: { spec: { containers: Container[] } } }
  }[]
  return documents.flatMap(({ spec }) => spec.template?.spec.containers ?? [])
}

describe('the image', () => {
  it('runs the documented command as a user without rights', () => {
    expect((JSON.parse(theOnly(image, 'CMD')) as string[]).join(' ')).toBe(supervisor)
    expect(theOnly(image, 'USER')).not.toMatch(/^(root|0)\b/)
    expect(textOf(`${DEPLOY}/placard@.service`)).toContain(`ExecStart=/usr/bin/${supervisor}`)
    expect(textOf('codegen/commands/start.mjs')).toContain(supervisor)
  })

  it('keeps data and data key in its volume', () => {
    const { PLACARD_DATA: data = '' } = environmentOf(image)
    expect(dirname(data)).toBe(theOnly(image, 'VOLUME'))
  })

  it('copies files that exist, from stages that exist', () => {
    const copies = stages.flatMap(({ instructions }) => instructions.filter(({ name }) => name === 'COPY'))
    expect(copies.length).toBeGreaterThan(2)
    for (const { text } of copies) {
      const [, from] = /--from=(\S+)/.exec(text) ?? []
      if (from !== undefined) expect(stages.map(({ name }) => name)).toContain(from)
      else for (const file of text.split(/\s+/).slice(0, -1)) expect(existsSync(join(root, file)), file).toBe(true)
    }
  })

  it('has a Node.js that the project supports', () => {
    for (const { from } of stages) expect(Number(/^node:(\d+)/.exec(from)?.[1])).toBeGreaterThanOrEqual(20)
  })

  it('gets no data and no key of the folder that it is made in', () => {
    const ignored = textOf(`${DEPLOY}/Dockerfile.dockerignore`).split('\n')
    for (const name of ['data', '*.key', 'node_modules', 'dist', '.git', 'backups']) expect(ignored).toContain(name)
  })
})

describe('compose', () => {
  it('has two processes with fixed names and addresses, which nginx names', () => {
    expect(apps).toHaveLength(2)
    const processes = textOf(`${DEPLOY}/compose/processes.conf`)
    const { PORT = '' } = environmentOf(image)
    for (const [name, { hostname, networks }] of apps) {
      expect(hostname).toBe(name)
      expect(networks?.placard?.ipv4_address).toMatch(/^172\.30\.0\./)
      expect(processes).toContain(`server ${name}:${PORT} max_fails=0;`)
    }
    expect(processes.match(/^server /gm)).toHaveLength(apps.length)
  })

  it('trusts the network that nginx is in', () => {
    const subnets = compose.networks.placard.ipam.config.map(({ subnet }) => subnet)
    for (const [, { environment }] of apps) expect(subnets).toContain(environment?.TRUST_PROXY)
  })

  it('waits for the end of a stop', () => {
    for (const [, { stop_grace_period: grace }] of apps) expect(Number.parseInt(grace ?? '0')).toBeGreaterThan(25)
  })

  it('names files and services that exist', () => {
    const folder = join(root, DEPLOY, 'compose')
    for (const [, { build, volumes = [], depends_on: needed = {} }] of Object.entries(compose.services)) {
      for (const name of Object.keys(needed)) expect(compose.services).toHaveProperty(name)
      for (const volume of volumes) {
        const [source = ''] = volume.split(':')
        if (source.startsWith('.')) expect(existsSync(resolve(folder, source)), source).toBe(true)
        else if (!volume.startsWith('$')) expect(compose.volumes).toHaveProperty(source)
      }
      if (build) expect(existsSync(resolve(folder, build.context, build.dockerfile))).toBe(true)
    }
  })

  it('describes every variable that it requires', () => {
    const required = Array.from(
      textOf(`${DEPLOY}/compose/compose.yml`).matchAll(/\$\{(\w+):\?/g),
      ([, name = '']) => name,
    )
    expect(required.length).toBeGreaterThan(3)
    for (const name of required) expect(textOf(`${DEPLOY}/CONTAINERS.md`)).toContain(`${name}=`)
  })
})

describe('Kubernetes', () => {
  it('probes the paths of the server', () => {
    const [container] = containersOf()
    expect([container?.readinessProbe.httpGet.path, container?.livenessProbe.httpGet.path]).toEqual([
      '/readyz',
      '/healthz',
    ])
  })
})

describe.skipIf(missingNginx() !== null)('nginx accepts its files', () => {
  it.each([
    ['on a machine', 'processes.conf'],
    // The names of the containers exist only there.
    ['of compose', 'compose/processes.conf'],
  ])('%s', (_name, processes) => {
    const folder = mkdtempSync(join(tmpdir(), 'placard-nginx-'))
    try {
      prepareNginx(folder)
      const text = textOf(`${DEPLOY}/${processes}`).replaceAll(/app\d/g, '127.0.0.1')
      writeFileSync(join(folder, 'nginx.conf'), configurationOf(folder, siteOf(folder, 8443, text)))
      expect(checkConfiguration(join(folder, 'nginx.conf'), folder)).toBe('')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

const ANALYZE = '/usr/bin/systemd-analyze'
describe.skipIf(!existsSync(ANALYZE))('systemd', () => {
  it('accepts the unit', () => {
    const folder = mkdtempSync(join(tmpdir(), 'placard-unit-'))
    try {
      // The programs of this machine may be in another folder.
      const unit = textOf(`${DEPLOY}/placard@.service`).replaceAll(/\/usr\/bin\/(node|curl)/g, '/bin/true')
      writeFileSync(join(folder, 'placard@4000.service'), unit.replaceAll('/srv/placard', root))
      const { stdout, stderr } = spawnSync(ANALYZE, ['verify', '--man=no', join(folder, 'placard@4000.service')], {
        encoding: 'utf8',
      })
      const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('placard@'))
      expect(said).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

it('every file of the folder is named by a page', () => {
  const pages = readdirSync(join(root, DEPLOY)).filter((name) => name.endsWith('.md'))
  const text = pages.map((page) => textOf(`${DEPLOY}/${page}`)).join('\n')
  const files = readdirSync(join(root, DEPLOY), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(conf|yml|service|env)$|^Dockerfile$/.test(name),
  )
  expect(files.length).toBeGreaterThan(6)
  expect(files.filter((name) => !text.includes(name))).toEqual([])
})
