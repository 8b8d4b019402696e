import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { build, createServer } from 'vite'
import type { InlineConfig, ViteDevServer } from 'vite'
import type { Manifest } from '../../src/engine/language/expressions/program.ts'
import { catalogue } from './vite.ts'
import { eventually } from '../../tests/support/eventually.ts'

const project = join(import.meta.dirname, '../../tests/cases/check/project')
let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-vite-'))
  cpSync(project, root, { recursive: true })
  mkdirSync(join(root, 'app'))
  writeFileSync(join(root, 'app/index.html'), '<!doctype html><title>x</title>')
})
afterEach(() => rmSync(root, { recursive: true }))

const config = (): InlineConfig => ({
  configFile: false,
  root: join(root, 'app'),
  base: '/h5/',
  logLevel: 'silent',
  plugins: [catalogue(root)],
  build: { outDir: join(root, 'dist') },
  server: { port: 0, host: '127.0.0.1' },
})
const edit = (file: string, from: string, to: string): void =>
  writeFileSync(join(root, file), readFileSync(join(root, file), 'utf8').replace(from, to))

describe('a build', () => {
  test('emits the manifest and every file it names', async () => {
    await build(config())
    const manifest = JSON.parse(readFileSync(join(root, 'dist/catalogue/manifest.json'), 'utf8')) as Manifest
    const files = readdirSync(join(root, 'dist/catalogue'))
    const named = [
      ...Object.values(manifest.routes).map((route) => route.hash),
      ...Object.values(manifest.locales),
    ].map((hash) => `${hash}.json`)
    const modules = [...new Set(Object.values(manifest.routes).flatMap(({ validators = [] }) => validators))]
    expect(modules.length).toBeGreaterThan(0)
    expect(files.toSorted()).toEqual(
      [
        'manifest.json',
        'live.json',
        `${manifest.revision}.json`,
        ...named,
        ...modules.map((hash) => `${hash}.js`),
      ].toSorted(),
    )
    for (const hash of modules)
      expect(
        createHash('sha256')
          .update(readFileSync(join(root, `dist/catalogue/${hash}.js`)))
          .digest('hex'),
      ).toBe(hash)
  })

  test('fails on an error, and says where it is', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    await expect(build(config())).rejects.toThrow(
      'screens/login.json:6:17 error unknown-widget There is no widget "Txt".',
    )
  })
})

describe('while developing', () => {
  let server: ViteDevServer
  afterEach(async () => server.close())

  async function start(): Promise<void> {
    server = await createServer(config())
    await server.listen()
  }
  const get = (path: string): Promise<Response> => fetch(new URL(`catalogue/${path}`, server.resolvedUrls?.local[0]))

  /** Starts the server, and waits until it watches the files; returns the messages that it sends to pages. */
  async function listen(): Promise<[string, unknown][]> {
    await start()
    const messages: [string, unknown][] = []
    vi.spyOn(server.ws, 'send').mockImplementation((...args: unknown[]) => {
      messages.push([String(args[0]), args[1]])
    })
    await eventually(() => expect(server.watcher.getWatched()[join(root, 'screens')]).toContain('login.json'))
    return messages
  }

  test('a save is announced with its changed routes', async () => {
    const messages = await listen()
    const first = (await (await get('manifest.json')).json()) as Manifest
    const hash = first.routes['/login']?.hash ?? ''
    expect(await (await get(`${hash}.json`)).json()).toMatchObject({ id: 'login' })
    expect((await get('00000000000000000000000000000000.json')).status).toBe(404)
    const [module = ''] = Object.values(first.routes).flatMap(({ validators = [] }) => validators)
    const script = await get(`${module}.js?7`)
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(
      createHash('sha256')
        .update(await script.text())
        .digest('hex'),
    ).toBe(module)
    expect((await get(`${'0'.repeat(64)}.js`)).status).toBe(404)
    expect((await get(`${module}.json`)).status).toBe(404)

    edit('screens/login.json', '"plain"', '"tab.home"')
    await eventually(() => expect(messages.at(-1)).toMatchObject(['placard:catalogue', { routes: ['/login'] }]))
    const second = (await (await get('manifest.json')).json()) as Manifest
    expect(second.revision).not.toBe(first.revision)
  })

  test('an error is reported, and the last good catalogue is served', async () => {
    const messages = await listen()
    edit('screens/login.json', '"plain"', '"tab.home"')
    await eventually(() => expect(messages.at(-1)).toMatchObject(['placard:catalogue', { routes: ['/login'] }]))
    const second = (await (await get('manifest.json')).json()) as Manifest
    edit('screens/login.json', '"tab.home"', '"tab.hom"')
    await eventually(() =>
      expect(messages.at(-1)).toMatchObject([
        'placard:errors',
        { diagnostics: [{ rule: 'unknown-text', file: 'screens/login.json', line: 8 }] },
      ]),
    )
    expect(await (await get('manifest.json')).json()).toEqual(second)
  })

  test('a text that is not translated yet is shown in the source language', async () => {
    edit('locales/de.json', '"plain": ', '"plainn": ')
    await start()
    const { locales } = (await (await get('manifest.json')).json()) as Manifest
    const [source, other] = await Promise.all(
      ['en', 'de'].map(async (lang) => (await (await get(`${locales[lang]}.json`)).json()) as Record<string, string>),
    )
    expect(other?.plain).toBe(source?.plain)
  })

  test('with a mistake from the start, the other screens are served', async () => {
    edit('screens/login.json', '"Text"', '"Txt"')
    await start()
    const { routes } = (await (await get('manifest.json')).json()) as Manifest
    expect(Object.keys(routes)).toEqual(expect.arrayContaining(['/case', '/home', '/none']))
    expect(Object.keys(routes)).not.toContain('/login')
  })
})
