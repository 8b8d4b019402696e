import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../src/engine/language/values/sha256.ts'
import { changedInEnglishOnly, EMPTY_SNAPSHOT } from '../compiler/compare/describe.ts'
import { run, type Terminal } from './cli.ts'

const KEY = 'k'.repeat(40)
let folder: string
let server: ReturnType<typeof createServer>
let origin: string
/** Replies of the server, by path. */
let answers: Record<string, { status?: number; body: unknown }>
let requests: { path: string; key: string | undefined; body: string }[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-cli-'))
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      const path = request.url ?? ''
      requests.push({ path, key: request.headers.authorization, body })
      const answer = answers[path]
      response.statusCode = answer ? (answer.status ?? 200) : 404
      response.end(typeof answer?.body === 'string' ? answer.body : JSON.stringify(answer?.body ?? 'none'))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

async function runCli(
  args: readonly string[],
  env: NodeJS.ProcessEnv = { PLACARD_OPERATOR_KEY: KEY, PLACARD_SERVER: origin },
  confirm: Terminal['confirm'] = null,
): Promise<{ status: number; out: string }> {
  let out = ''
  requests = []
  const status = await run(args, { cwd: folder, env, colour: false, print: (text) => void (out += text), confirm })
  return { status, out }
}

test.each([
  [[], 'npm run catalogue -- <command>'],
  [['publsh'], 'npm run catalogue -- <command>'],
  [['rollback'], 'npm run catalogue -- <command>'],
  [['publish', 'too', 'much'], 'npm run catalogue -- <command>'],
  [['publish', '--nots', 'x'], '--nots'],
])('a command line that is wrong says how it is written: %j', async (args, sentence) => {
  answers = {}
  const { status, out } = await runCli(args)
  expect(status).toBe(2)
  expect(out).toContain(sentence)
  expect(requests).toEqual([])
})

test('reports an option that npm consumed', async () => {
  const { status, out } = await runCli(['publish'], { npm_config_urgent: 'true', PLACARD_OPERATOR_KEY: KEY })
  expect(status).toBe(2)
  expect(out).toContain('npm run catalogue -- publish --urgent')
})

test('without a key, without a server, and with one that takes no publications it says so', async () => {
  expect((await runCli(['log'], { PLACARD_SERVER: origin })).out).toContain('There is no operator key')
  expect((await runCli(['log', '--server', 'http://127.0.0.1:1'])).out).toContain('127.0.0.1:1 does not answer')
  answers = {}
  expect((await runCli(['log'])).out).toContain('takes no publications')
  answers = { '/operator/catalogue/log': { status: 401, body: { error: 'The operator key is wrong.' } } }
  expect(await runCli(['log'])).toEqual({ status: 1, out: 'The operator key is wrong.\n' })
  expect(requests[0]?.key).toBe(`Bearer ${KEY}`)
})

test('the key is found beside the data of a server on this machine', async () => {
  writeFileSync(join(folder, 'operator.key'), `${KEY}\n`)
  answers = { '/operator/catalogue/log': { body: { rows: [] } } }
  expect(await runCli(['log'], { PLACARD_SERVER: origin, PLACARD_DATA: folder })).toEqual({ status: 0, out: '' })
  expect(requests[0]?.key).toBe(`Bearer ${KEY}`)
})

test('does not send a project that fails the check, or a folder that is not a project', async () => {
  answers = {}
  expect((await runCli(['publish', '--yes'])).out).toContain('screens/shell.json is missing')
  mkdirSync(join(folder, 'project/screens'), { recursive: true })
  writeFileSync(join(folder, 'project/screens/shell.json'), '{')
  const { status, out } = await runCli(['publish', '--yes', '--root', 'project'])
  expect(status).toBe(1)
  expect(out).toMatch(/screens\/shell\.json:1:\d+[\s\S]*Nothing was published/)
  expect(requests).toEqual([])
})

function revision(words: string) {
  const texts = JSON.stringify({ 'home.title': words })
  const hash = sha256(texts).slice(0, 32)
  const body = JSON.stringify({
    calls: {},
    locales: { en: hash },
    routes: {},
    shell: { tabs: [], home: '/h', login: '/h', notFound: '/h' },
  })
  const id = sha256(body).slice(0, 32)
  return {
    id,
    files: { [`/h5/catalogue/${id}.json`]: { body }, [`/h5/catalogue/${hash}.json`]: { body: texts } },
    row: { revision: id, author: 'ada', note: `says ${words}`, time: 1_795_262_400 },
  }
}

/** Answers of a server with two revisions, of which the second is live. */
function answerRevisions() {
  const [one, two] = [revision('One'), revision('Two')]
  const rows = [
    {
      seq: 2,
      action: 'refused',
      revision: null,
      urgent: false,
      author: '',
      note: '',
      detail: 'wrong key',
      address: '10.0.0.1',
      time: 1_795_262_401,
    },
    { seq: 1, action: 'publish', urgent: true, detail: '', address: '10.0.0.2', ...one.row },
  ]
  answers = {
    ...one.files,
    ...two.files,
    '/operator/catalogue': { body: { live: { seq: 1, revision: two.id }, revisions: [two.row, one.row] } },
    '/operator/catalogue/log': { body: { rows } },
    '/operator/catalogue/rollback': { body: { revision: one.id, unchanged: false, foreign: [] } },
  }
  return [one, two] as const
}

test('prints revisions and the log as lines', async () => {
  const [one, two] = answerRevisions()
  expect((await runCli(['revisions'])).out).toBe(
    `* ${two.id.slice(0, 12)}  2026-11-21 12:00:00Z  ada          says Two\n  ${one.id.slice(0, 12)}  2026-11-21 12:00:00Z  ada          says One\n`,
  )
  expect((await runCli(['log'])).out).toMatch(
    /^ +1 {2}2026-11-21 12:00:00Z {2}publish .*urgent ada 10\.0\.0\.2 says One\n +2 .*refused .*wrong key\n$/,
  )
})

test('a rollback reports the changes and the full revision id', async () => {
  const [one, two] = answerRevisions()
  expect((await runCli(['rollback', 'ffffff'])).out).toContain('There is no revision ffffff')
  const back = await runCli(['rollback', one.id.slice(0, 6), '--author', 'bob', '--note', 'calm'])
  expect(back.out).toContain(`${one.id.slice(0, 12)} is live`)
  expect(back.status).toBe(0)
  expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual({
    author: 'bob',
    note: 'calm',
    urgent: false,
    expected: two.id,
    revision: one.id,
  })
  expect((await runCli(['rollback', one.id, '--dry-run'])).status).toBe(0)
  expect(requests.map(({ path }) => path)).not.toContain('/operator/catalogue/rollback')

  // A file that is not what its name says is not compared with.
  answers[Object.keys(one.files)[1] ?? ''] = { body: '{"home.title":"Other"}' }
  expect((await runCli(['rollback', one.id])).out).toContain('not what its name says')
})

test('reports texts that changed in English only', () => {
  const side = (texts: Record<string, Record<string, string>>) => ({
    ...EMPTY_SNAPSHOT,
    texts: new Map(Object.entries(texts)),
  })
  const before = side({
    en: { a: 'One', b: 'Two', c: 'Three' },
    de: { a: 'Eins', b: 'Zwei', c: 'Drei' },
    fr: { a: 'Un', b: 'Deux', c: 'Trois' },
  })
  const after = side({
    en: { a: 'First', b: 'Second', c: 'Three', d: 'Four' },
    de: { a: 'Erstens', b: 'Zwei', c: 'Drei', d: 'Vier' },
    fr: { a: 'Un', b: 'Deux', c: 'Trois', d: 'Quatre' },
  })
  expect(changedInEnglishOnly(before, after)).toEqual([
    { key: 'a', languages: ['fr'] },
    { key: 'b', languages: ['de', 'fr'] },
  ])
})

test('reports screens that clients of a release cannot draw before the confirmation prompt', async () => {
  const root = join(folder, 'small')
  cpSync(join(import.meta.dirname, '../../tests/cases/check/project'), root, { recursive: true })
  mkdirSync(join(root, 'schemas/clients'))
  writeFileSync(
    join(root, 'schemas/clients/0.0.1.json'),
    JSON.stringify({ release: '0.0.1', widgets: {}, actions: {}, functions: {} }),
  )
  answers = { '/operator/catalogue': { body: { live: null, revisions: [] } } }
  const { status, out } = await runCli(['publish', '--dry-run', '--root', 'small'])
  expect(status).toBe(0)
  expect(out).toContain('/home: clients of release 0.0.1 lack the ')
})
