import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  compareWithCatalogue,
  compareWithProject,
  isBreaking,
  type Comparison,
} from '../compiler/compare/comparison.ts'
import { changeLines } from '../compiler/compare/changeText.ts'
import { snapshotOfProject } from '../compiler/compare/snapshot.ts'
import type { Files } from '../compiler/source/source.ts'
import { buildCatalogue } from '../compiler/catalogue.ts'
import { productCompiler } from '../product.ts'
import { checkedProject, compiler, projectFiles as files } from '../../tests/support/project.ts'
import { run } from './cli.ts'
import { loadProject } from './load.ts'

const project = join(import.meta.dirname, '../../tests/cases/check/project')
/** A repository with one commit of the project. */
let repository = ''
let root = ''
beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'placard-repository-'))
  cpSync(project, repository, { recursive: true })
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'x')
})
afterAll(() => rmSync(repository, { recursive: true }))
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'placard-against-'))
  cpSync(project, root, { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

const git = (...args: string[]): string =>
  execFileSync('git', ['-C', repository, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
    stdio: ['ignore', 'pipe', 'ignore'],
  }).toString()
/** Makes the project the commit HEAD of its folder. */
const commit = (): void => cpSync(join(repository, '.git'), join(root, '.git'), { recursive: true })
const edit = (file: string, from: string, to: string): void => {
  const before = readFileSync(join(root, file), 'utf8')
  expect(before, file).toContain(from)
  writeFileSync(
    join(root, file),
    before.replace(from, () => to),
  )
}
const compare = async (what: string): Promise<Comparison & { against: string; status: number }> => {
  const { out, status } = await run(['--against', what, '--json'], root, false)
  return { ...(JSON.parse(out) as Comparison & { against: string }), status }
}
/** dist/catalogue of the current project. */
const publish = (): string => {
  const { manifest, files } = buildCatalogue(productCompiler().check(loadProject(root)), { omitInvalid: true })
  mkdirSync(join(root, 'dist/catalogue'), { recursive: true })
  writeFileSync(join(root, 'dist/catalogue/manifest.json'), JSON.stringify(manifest))
  for (const [hash, text] of files) writeFileSync(join(root, `dist/catalogue/${hash}.json`), text)
  return manifest.revision
}
const OUT = 'schemas/api/wallet/out.json'
const WALLET = 'schemas/entities/wallet.json'

describe('against a git revision', () => {
  test('the same project: no differences, no breaking changes', async () => {
    commit()
    const result = await compare('HEAD')
    expect(result.against).toMatch(/^HEAD \([0-9a-f]{8}\)$/)
    expect([result.changes, result.contract, result.released]).toEqual([[], [], []])
  })

  test('a revision with the widgets and actions in their former folders: no differences', async () => {
    commit()
    const inRoot = (...args: string[]): string =>
      execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@t', ...args]).toString()
    for (const folder of ['widgets', 'actions']) inRoot('mv', `src/engine/${folder}`, `src/${folder}`)
    inRoot('commit', '-q', '-m', 'former folders')
    for (const folder of ['widgets', 'actions']) inRoot('mv', `src/${folder}`, `src/engine/${folder}`)
    const result = await compare('HEAD')
    expect([result.changes, result.contract, result.todayWithOther, result.status]).toEqual([[], [], [], 0])
  })

  test('a removed field: reports the screens that read it, published ones included', async () => {
    commit()
    edit(WALLET, '"available": {', '"free": {')
    edit(WALLET, '"available"', '"free"')
    const result = await compare('HEAD')
    expect(result.contract.map(({ kind, name, details }) => [kind, name, ...details])).toEqual([
      ['entity', 'wallet', 'Its field "available" is gone.', 'Its field "free" is new and required.'],
    ])
    expect(result.contract[0]?.screens).toEqual([{ file: 'screens/home.json', route: '/home', compiles: true }])
    expect(result.otherWithToday.map((diagnostic) => [diagnostic.rule, diagnostic.file])).toContainEqual([
      'unknown-field',
      'screens/home.json',
    ])
    expect(result.released.find((screen) => screen.route === '/home')?.failures).toContain(
      'wallet/get: "available" of the answer is gone.',
    )
    expect(result.status).toBe(1)
  })

  test('the current screens read a field that the other contract lacks', async () => {
    commit()
    edit(WALLET, '"available": {', '"bonus": { "type": "string", "format": "currency" }, "available": {')
    edit(WALLET, '"required": [', '"required": ["bonus", ')
    edit('screens/home.json', '"currency": "=wallet.currency"', '"currency": "=wallet.bonus"')
    const result = await compare('HEAD')
    expect(result.todayWithOther.map((diagnostic) => diagnostic.rule)).toContain('unknown-field')
    expect(result.contract[0]?.screens).toEqual([{ file: 'screens/home.json', route: '/home', compiles: false }])
  })

  test.each([
    [
      'a payload field becomes required',
      OUT,
      '"address": {',
      '"memo": { "type": "string", "maxLength": 20 }, "address": {',
      'The field "memo" of its payload is new.',
    ],
    [
      'an answer may be null',
      OUT,
      '"id": {\n        "type": "string"',
      '"id": {\n        "type": ["string", "null"]',
      'The field "id" of its answer may now be null.',
    ],
    [
      'another type',
      OUT,
      '"id": {\n        "type": "string"',
      '"id": {\n        "type": "integer"',
      'The field "id" of its answer is now a whole number instead of a string.',
    ],
    [
      'a limit is tighter',
      OUT,
      '"maxLength": 64',
      '"maxLength": 32',
      'The field "address" of its payload has the greatest length 32 instead of 64.',
    ],
    ['an added access rule', OUT, '"needs": [', '"needs": ["login", ', 'It now requires the access rule "login".'],
    [
      'another unit',
      OUT,
      '"x-unit": "money"',
      '"x-unit": "quantity"',
      'The field "amount" of its payload is now in quantity instead of money.',
    ],
    [
      'it moves no money any more',
      OUT,
      '"effect": "money"',
      '"effect": "write"',
      'Its effect is now "write" instead of "money".',
    ],
    ['no session any more', OUT, '"auth": true', '"auth": false', 'It no longer needs a session.'],
  ])('%s', async (_, file, from, to, sentence) => {
    commit()
    edit(file, from, to)
    const { contract } = await compare('HEAD')
    expect(contract.find((change) => change.name === 'wallet/out')?.details).toContain(sentence)
  })

  test('an enumeration with an additional value: a screen may read an unknown value', async () => {
    commit()
    edit('schemas/entities/instrument.json', '"metal"', '"metal", "stock"')
    const { contract, released } = await compare('HEAD')
    expect(contract.find((change) => change.name === 'instrument')?.details).toEqual([
      'Its field "class" has the new value "stock".',
    ])
    expect(released.flatMap((screen) => screen.failures).join()).toContain('has the new value "stock"')
  })

  test('a removed call, a removed widget prop, a changed text argument', async () => {
    commit()
    rmSync(join(root, OUT))
    edit('src/engine/widgets/Text/Text.schema.json', '"muted"', '"quiet"')
    edit('locales/en.json', 'Hello {{name}}', 'Hello {{person}}')
    edit('locales/de.json', '{{name}}', '{{person}}')
    const { contract, released } = await compare('HEAD')
    const details = Object.fromEntries(contract.map((change) => [`${change.kind} ${change.name}`, change.details]))
    expect(details['call wallet/out']).toEqual(['It is gone.'])
    expect(details['widget Text']).toEqual([
      'Its prop "tone" has the new value "quiet".',
      'Its prop "tone" has no value "muted" any more.',
    ])
    expect(details['text hello']).toEqual(['It now takes "person" instead of "name".'])
    expect(released.find((screen) => screen.route === '/home')?.failures).toContain('The call wallet/out is gone.')
  })

  test('text output: sentences, and the screens that each client can draw', async () => {
    commit()
    expect((await run(['--release', '1.0.0'], root, false)).out).toContain('schemas/clients/1.0.0.json')
    expect(await run(['--against', 'HEAD'], root, false)).toEqual({
      status: 0,
      out: expect.stringMatching(/^No difference from HEAD \([0-9a-f]{8}\)\.\n$/) as string,
    })
    edit('locales/de.json', '{{name}}', '{{name}}!')
    const { out } = await run(['--against', 'HEAD'], root, false)
    expect(out).toContain('Compared with HEAD')
    expect(out).toContain('Nothing breaks')
    expect(out).toMatch(/1\.0\.0: can draw all \d+ screens\./)
    edit('src/engine/widgets/Price/Price.schema.json', '"version": 1', '"version": 2')
    const later = (await run(['--against', 'HEAD'], root, false)).out
    expect(later).toMatch(/^\/detail +widget Price@2$/m)
    expect(later).toMatch(/^\/login +yes$/m)
  })
})

describe('against a catalogue', () => {
  test('a folder: the changes that a publication would make', async () => {
    const revision = publish()
    edit('locales/de.json', 'Schlicht', 'Einfach')
    const result = await compare('dist/catalogue')
    expect(result.against).toBe(`dist/catalogue, revision ${revision.slice(0, 8)}`)
    expect(changeLines(result.changes)).toEqual([
      'The text "plain" has changed in de: "Einfach" instead of "Schlicht".',
    ])
    expect(result.released).toEqual([])
  })

  test('a running server', async () => {
    publish()
    const server = createServer((request, response) => {
      const name = /^\/h5\/catalogue\/(.+)$/.exec(request.url ?? '')?.[1] ?? ''
      response.end(readFileSync(join(root, 'dist/catalogue', name)))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
    try {
      rmSync(join(root, OUT))
      const result = await compare(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
      expect(result.released.map((screen) => screen.failures)).toContainEqual(['The call wallet/out is gone.'])
      expect(result.status).toBe(1)
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
  })

  test.each([
    [
      'no such thing',
      'nonsense',
      '"nonsense" is no git revision, no address and no catalogue. A revision of a server is compared by the address of the server.',
    ],
    [
      'an address where nothing answers',
      'http://127.0.0.1:9',
      'Nothing answers at http://127.0.0.1:9/h5/catalogue/manifest.json.',
    ],
    [
      'a file that is no manifest',
      'locales/en.json',
      'locales/en.json contains no catalogue: its manifest has no revision, routes and texts.',
    ],
    ['an option of git', '--output=x', '--against'],
  ])('%s: status 2 and a sentence', async (_, what, sentence) => {
    const { out, status } = await run(['--against', what], root, false)
    expect(status).toBe(2)
    expect(out).toContain(sentence)
  })

  test('a folder without a file of its manifest', async () => {
    publish()
    const manifest = readFileSync(join(root, 'dist/catalogue/manifest.json'))
    rmSync(join(root, 'dist/catalogue'), { recursive: true })
    mkdirSync(join(root, 'dist/catalogue'))
    writeFileSync(join(root, 'dist/catalogue/manifest.json'), manifest)
    expect(await run(['--against', 'dist/catalogue'], root, false)).toMatchObject({
      status: 2,
      out: expect.stringContaining('lacks its file') as string,
    })
  })
})

describe('the catalogue of the app', () => {
  const check = (given: Files) => compiler.check(given)
  const unchanged = checkedProject()
  const baselines = {
    'its own files': () => compareWithProject(files, files, check),
    'its own catalogue': () => compareWithCatalogue(files, snapshotOfProject(unchanged), check),
  }

  test.each(Object.entries(baselines))('compared with %s has no change and breaks nothing', (_, compared) => {
    const comparison = compared()
    expect(unchanged.screens.length).toBeGreaterThan(60)
    expect(comparison).toMatchObject({
      changes: [],
      contract: [],
      todayWithOther: [],
      otherWithToday: [],
      released: [],
    })
    expect(isBreaking(comparison)).toBe(false)
  })

  test('an access rule added to a call fails the published screens that do not prove it', () => {
    const call = 'schemas/api/coin/trade.json'
    const stricter = new Map(files).set(
      call,
      (files.get(call) ?? '').replace('"needs": ["mayTrade"]', '"needs": ["mayTrade", "withdrawalAddress"]'),
    )
    const { released } = compareWithCatalogue(stricter, snapshotOfProject(unchanged), check)
    expect(released.length).toBeGreaterThan(0)
    for (const { failures } of released)
      expect(failures).toEqual(['coin/trade requires the access rule "withdrawalAddress", and the screen does not.'])
  })
})
