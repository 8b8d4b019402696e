import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildCatalogue } from '../../../../codegen/compiler/catalogue.ts'
import { compileForm, compiler, projectFiles } from '../../../../tests/support/project.ts'
import { compileHere } from '../../../../tests/support/server/compileHere.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { compile, CompileError, readContractFiles } from './compile.ts'
import type { Manifest, Screen } from '../../../engine/language/expressions/program.ts'
import { bodyOf, hashOf, moduleHashesIn, fileHashesIn } from './revision.ts'
import { readKey } from './key.ts'
import { createSources } from './sources.ts'
import { recentOf } from './store.ts'
import { createLog } from '../observability/log.ts'
import { TERMS_VERSION } from '../../modules/identity/terms.ts'
import { LONG } from '../../../../tests/support/long.ts'

const KEY = 'k'.repeat(40)

/** The project of this repository with some of its files changed. */
function project(
  change: Readonly<Record<string, (json: Record<string, unknown>) => void>> = {},
): Record<string, string> {
  const files = Object.fromEntries(projectFiles)
  for (const [path, edit] of Object.entries(change)) {
    const json = JSON.parse(files[path] ?? '{}') as Record<string, unknown>
    edit(json)
    files[path] = JSON.stringify(json, null, 2)
  }
  return files
}

const titled = (words: string) => project({ 'locales/en.json': (texts) => void (texts['about.title'] = words) })

/** Writes a built app with the catalogue of these files. */
function build(folder: string, files: Record<string, string>): string {
  const built = buildCatalogue(compiler.check(new Map(Object.entries(files))), { compileForm })
  mkdirSync(join(folder, 'catalogue'), { recursive: true })
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>app</title>')
  writeFileSync(join(folder, 'catalogue/manifest.json'), JSON.stringify(built.manifest))
  for (const [hash, text] of built.files) writeFileSync(join(folder, `catalogue/${hash}.json`), text)
  for (const [hash, text] of built.modules) writeFileSync(join(folder, `catalogue/${hash}.js`), text)
  return built.manifest.revision
}

function passwordOf(form: Record<string, unknown>): Record<string, unknown> {
  const { password } = (form.schema as { properties: Record<string, Record<string, unknown>> }).properties
  if (!password) throw new Error('The form has no password.')
  return password
}

interface Answer {
  status: number
  body: Record<string, unknown>
}

let folder: string
let server: TestServer
let first: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-publishing-'))
  first = build(join(folder, 'dist'), project())
  server = await createTestServer({
    dist: join(folder, 'dist'),
    operatorKey: KEY,
    database: join(folder, 'placard.db'),
  })
})
beforeEach(compileHere)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

async function ask(
  path: string,
  body?: object,
  { key = KEY, ip = '127.0.0.1', to = server }: { key?: string; ip?: string; to?: TestServer } = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) }
  const response = await to.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/operator/catalogue${path}`,
    headers,
    remoteAddress: ip,
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> }
}

const publish = (files: Record<string, string>, more: object = {}) =>
  ask('/publish', { files, author: 'ada', note: 'a note', ...more })
const pointer = async (to = server) =>
  JSON.parse((await to.app.inject('/h5/catalogue/live.json')).body) as {
    seq: number
    revision: string
    urgent: number
    recent: string[]
  }
const currentManifest = async (to = server) =>
  JSON.parse((await to.app.inject('/h5/catalogue/manifest.json')).body) as Manifest
const log = async () =>
  (await ask('/log')).body.rows as {
    action: string
    author: string
    note: string
    detail: string
    revision: string | null
    address: string
  }[]

describe('the key', () => {
  it('is required, counted before it is compared, and every refusal is logged', async () => {
    const ip = '10.9.9.9'
    for (let i = 0; i < 20; i += 1) expect((await ask('', undefined, { key: `wrong ${i}`, ip })).status).toBe(401)
    expect((await ask('', undefined, { key: KEY, ip })).status).toBe(429)
    expect((await ask('', undefined, { ip: '10.9.9.8' })).status).toBe(200)
    const rows = (await log()).filter(({ address }) => address === ip)
    expect(rows).toHaveLength(20)
    expect(rows[0]).toMatchObject({ action: 'refused', detail: 'wrong key: GET /operator/catalogue', revision: null })
  })

  it('is counted if wrong', async () => {
    for (let i = 0; i < 30; i += 1) expect((await ask('', undefined, { ip: '10.9.9.7' })).status).toBe(200)
  })

  it('publishes nothing if it is wrong, with any body', async () => {
    const before = await pointer()
    expect(
      (await ask('/publish', { files: titled('Stolen'), author: 'mallory' }, { key: 'x'.repeat(40), ip: '10.9.9.6' }))
        .status,
    ).toBe(401)
    expect((await ask('/rollback', { revision: first, author: 'mallory' }, { key: '', ip: '10.9.9.6' })).status).toBe(
      401,
    )
    expect(await pointer()).toEqual(before)
  })

  it('is created once, for its owner', () => {
    const file = join(folder, 'keys/operator.key')
    const key = readKey(undefined, file)
    expect(key).toHaveLength(43)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readKey(undefined, file)).toBe(key)
    expect(readKey(KEY, file)).toBe(KEY)
    expect(readKey(undefined, undefined)).toBeUndefined()
    expect(() => readKey('short', file)).toThrow('at least 32')
    writeFileSync(join(folder, 'open.key'), KEY, { mode: 0o644 })
    expect(() => readKey(undefined, join(folder, 'open.key'))).toThrow('read by others')
  })

  it('enables the endpoints', async () => {
    const other = await createTestServer()
    expect(
      (await other.app.inject({ url: '/operator/catalogue', headers: { authorization: 'Bearer undefined' } }))
        .statusCode,
    ).toBe(404)
    await other.close()
  })
})

describe('live revision', () => {
  it('is the built one at first', async () => {
    expect(await pointer()).toEqual({ seq: 1, revision: first, urgent: 0, recent: [first] })
  })

  it('becomes the published one, complete, each file under its hash', async () => {
    const done = await publish(titled('What this is'))
    expect(done).toMatchObject({ status: 200, body: { unchanged: false, foreign: [] } })
    const live = await pointer()
    expect(live).toMatchObject({ revision: done.body.revision, urgent: 0, recent: [done.body.revision, first] })
    const response = await server.app.inject('/h5/catalogue/manifest.json')
    const manifest = JSON.parse(response.body) as Parameters<typeof bodyOf>[0]
    expect(manifest.revision).toBe(live.revision)
    expect(hashOf(bodyOf(manifest))).toBe(live.revision)
    for (const hash of [live.revision, ...fileHashesIn(manifest)]) {
      const file = await server.app.inject(`/h5/catalogue/${hash}.json`)
      expect(hashOf(file.body)).toBe(hash)
      expect(file.headers['cache-control']).toContain('immutable')
    }
    expect((await server.app.inject(`/h5/catalogue/${manifest.locales.en}.json`)).body).toContain('What this is')
    expect((await server.app.inject(`/h5/catalogue/${'0'.repeat(32)}.json`)).statusCode).toBe(404)
  })

  it('costs little to poll for an app that knows it', async () => {
    const response = await server.app.inject('/h5/catalogue/live.json')
    expect(response.headers['cache-control']).toBe('no-cache')
    expect(
      (
        await server.app.inject({
          url: '/h5/catalogue/live.json',
          headers: { 'if-none-match': String(response.headers.etag) },
        })
      ).statusCode,
    ).toBe(304)
    const br = await server.app.inject({
      url: '/h5/catalogue/manifest.json',
      headers: { 'accept-encoding': 'gzip, br' },
    })
    expect(br.headers['content-encoding']).toBe('br')
    expect(br.rawPayload.length).toBeLessThan(
      (await server.app.inject('/h5/catalogue/manifest.json')).rawPayload.length / 3,
    )
  })

  it('published again is unchanged', async () => {
    const before = await pointer()
    expect((await publish(titled('What this is'))).body).toMatchObject({ unchanged: true, revision: before.revision })
    expect(await pointer()).toEqual(before)
  })

  it('is not overwritten from another base revision', async () => {
    const stored = () => server.context.db.selectFrom('catalogue_sources').select('revision').execute()
    const [before, sources] = [await pointer(), await stored()]
    const refused = await publish(titled('Too late'), { expected: first })
    expect(refused).toMatchObject({ status: 409 })
    expect(refused.body.error).toContain(before.revision)
    expect(await pointer()).toEqual(before)
    expect(await stored()).toEqual(sources)
  })

  it('is rolled back in one step by a hash prefix, and marked urgent for apps', async () => {
    expect(
      await ask('/rollback', { revision: first.slice(0, 8), author: 'ada', note: 'back', urgent: true }),
    ).toMatchObject({ status: 200, body: { revision: first } })
    const live = await pointer()
    expect(live).toMatchObject({ revision: first, urgent: live.seq, recent: [first] })
    expect(await ask('/rollback', { revision: 'abcdef', author: 'ada' })).toMatchObject({ status: 404 })
    expect(await ask('/rollback', { revision: 'no hash', author: 'ada' })).toMatchObject({ status: 400 })
    const { body } = await ask('')
    expect(body.revisions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ revision: first, author: 'build' }),
        expect.objectContaining({ author: 'ada', note: 'a note' }),
      ]),
    )
  })

  it('survives a restart, a sandbox reset and a second server', async () => {
    const { revision } = (await publish(titled('Kept'))).body
    await server.app.inject({ method: 'POST', url: '/sandbox/reset' })
    expect((await pointer()).revision).toBe(revision)
    const other = await createTestServer({
      dist: join(folder, 'dist'),
      operatorKey: KEY,
      database: join(folder, 'placard.db'),
    })
    expect((await pointer(other)).revision).toBe(revision)
    const next = (await publish(titled('Kept again'))).body.revision
    await expect.poll(async () => (await pointer(other)).revision).toBe(next)
    await other.close()
  })

  it('is replaced by a new build', LONG, async () => {
    const next = (await publish(titled('Kept until the build'))).body.revision
    const rebuilt = build(join(folder, 'dist2'), titled('Rebuilt'))
    const third = await createTestServer({
      dist: join(folder, 'dist2'),
      operatorKey: KEY,
      database: join(folder, 'placard.db'),
    })
    expect((await pointer(third)).revision).toBe(rebuilt)
    expect((await log())[0]).toMatchObject({ action: 'build', note: `takes the place of ${String(next)}` })
    await third.close()
  })

  describe('of servers with different builds on one database', LONG, () => {
    const start = (dist: string, log = createLog('silent')) =>
      createTestServer({ dist: join(folder, dist), operatorKey: KEY, database: join(folder, 'placard.db'), log })
    /** Starts a server of an installation; the revision that is live then, and whether the server has its files. */
    async function started(dist: string, log?: ReturnType<typeof createLog>): Promise<[string, boolean]> {
      const other = await start(dist, log)
      const isKnown = await createSources(other.context).isLiveKnown()
      const { revision } = await pointer(other)
      await other.close()
      return [revision, isKnown]
    }
    const warned: string[] = []
    const warnings = createLog('warn', { write: (line) => void warned.push(line) })
    let later: string

    beforeAll(async () => {
      await started('dist')
      later = build(join(folder, 'later'), titled('Later'))
    })

    it('is the one that is installed', async () => {
      expect(await started('later')).toEqual([later, true])
    })

    it('stays when the server with the earlier build starts again', async () => {
      expect(await started('dist', warnings)).toEqual([later, false])
      expect(warned).toEqual([expect.stringContaining('another build has gone live since')])
      expect(await started('later')).toEqual([later, true])
    })

    it('is an earlier one where that is installed again in its place', async () => {
      cpSync(join(folder, 'dist'), join(folder, 'later'), { recursive: true })
      expect(await started('later')).toEqual([first, true])
      build(join(folder, 'later'), titled('Later'))
      expect(await started('later')).toEqual([later, true])
    })

    it('is an earlier one where that is installed in another place', async () => {
      cpSync(join(folder, 'dist'), join(folder, 'taken-back'), { recursive: true })
      expect(await started('taken-back')).toEqual([first, true])
    })
  })

  it.each([
    ['files', ({ locales }: Manifest) => `${locales.en}.json`],
    ['modules', (manifest: Manifest) => `${moduleHashesIn(manifest)[0]}.js`],
  ])('a build whose %s were altered does not start', async (what, nameIn) => {
    const dist = join(folder, `altered-${what}`)
    cpSync(join(folder, 'dist'), dist, { recursive: true })
    writeFileSync(
      join(
        dist,
        'catalogue',
        nameIn(JSON.parse(readFileSync(join(dist, 'catalogue/manifest.json'), 'utf8')) as Manifest),
      ),
      '{}',
    )
    await expect(createTestServer({ dist })).rejects.toThrow('not what its name says')
  })
})

describe('the form modules', () => {
  const scriptOf = (hash: string) =>
    server.app.inject({ url: `/h5/catalogue/${hash}.js`, headers: { 'accept-encoding': 'gzip' } })
  /** A registration with this minimum password length. */
  const longer = (least: number) =>
    project({ 'schemas/forms/register.json': (form) => void (passwordOf(form).minLength = least) })
  const registration = async () => {
    const { routes } = await currentManifest()
    const entry = routes['/pages/register/index']
    const screen = JSON.parse((await server.app.inject(`/h5/catalogue/${entry?.hash}.json`)).body) as Screen
    return { entry, forms: screen.forms }
  }

  it('are served as scripts under their hash, one for each schema a screen needs', async () => {
    const { routes } = await currentManifest()
    let forms = 0
    for (const { hash, validators = [] } of Object.values(routes)) {
      const screen = JSON.parse((await server.app.inject(`/h5/catalogue/${hash}.json`)).body) as Screen
      const named = Object.values(screen.forms).map(({ validator = '' }) => validator)
      expect([...new Set(named)].toSorted()).toEqual(validators)
      forms += named.length
    }
    expect(forms).toBeGreaterThan(20)
    for (const hash of moduleHashesIn(await currentManifest())) {
      const { headers, rawPayload } = await scriptOf(hash)
      expect(headers).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['cache-control']).toContain('immutable')
      const zipped = headers['content-encoding'] === 'gzip'
      const bytes = zipped ? gunzipSync(rawPayload) : rawPayload
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
      expect(zipped).toBe(bytes.length >= 1024)
    }
  })

  it('are no screens, and screens are no scripts', async () => {
    const { revision, routes } = await currentManifest()
    const [module = ''] = moduleHashesIn(await currentManifest())
    expect((await server.app.inject(`/h5/catalogue/${module}.json`)).statusCode).toBe(404)
    for (const hash of [revision, routes['/pages/register/index']?.hash, '0'.repeat(64)])
      expect((await server.app.inject(`/h5/catalogue/${hash}.js`)).statusCode).toBe(404)
  })

  it('change with a published schema, and stay for revisions that name them', async () => {
    const before = await registration()
    const done = await publish(longer(9))
    expect(done).toMatchObject({ status: 200 })
    const after = await registration()
    expect(after.entry?.validators).not.toEqual(before.entry?.validators)
    for (const hash of [...(before.entry?.validators ?? []), ...(after.entry?.validators ?? [])])
      expect((await scriptOf(hash)).statusCode).toBe(200)
    expect(await ask('/rollback', { revision: first, author: 'ada' })).toMatchObject({ status: 200 })
    expect(await registration()).toEqual(before)
  })

  it('are compiled by this server, never by a publisher', async () => {
    const text = 'globalThis.stolen = 1; export const formats = []; export default () => ({})'
    const stolen = createHash('sha256').update(text).digest('hex')
    const scripts = { modules: { [stolen]: text }, content: { modules: { [stolen]: text } } }
    const done = await publish(longer(10), scripts)
    expect(done).toMatchObject({ status: 200, body: { unchanged: false } })
    const own = new Set(
      moduleHashesIn(buildCatalogue(compiler.check(new Map(Object.entries(longer(10)))), { compileForm }).manifest),
    )
    expect(moduleHashesIn(await currentManifest()).filter((hash) => !own.has(hash))).toEqual([])
    for (const path of [`catalogue/${stolen}.js`, `dist/catalogue/${stolen}.js`, `screens/${stolen}.js`])
      expect((await publish({ ...longer(11), [path]: text })).status).toBe(400)
    // Nor does a form that names it.
    await publish(project({ 'schemas/forms/register.json': (form) => Object.assign(form, { validator: stolen }) }))
    const { forms } = await registration()
    expect(Object.values(forms).map(({ validator }) => validator)).not.toContain(stolen)
    const rows = await server.context.db.selectFrom('catalogue_modules').selectAll().execute()
    expect(rows.filter((row) => row.hash === stolen || row.text.includes('stolen'))).toEqual([])
    expect((await scriptOf(stolen)).statusCode).toBe(404)
    await ask('/rollback', { revision: first, author: 'ada' })
  })
})

describe('refused publications', () => {
  const unchanged = async (
    files: Record<string, string>,
    status: number,
    sentence: string | RegExp,
    diagnostics?: object[],
  ) => {
    const before = await pointer()
    const refused = await publish(files)
    expect(refused.status).toBe(status)
    expect(refused.body.error).toMatch(sentence)
    if (diagnostics)
      expect(refused.body.diagnostics).toEqual(
        diagnostics.map((diagnostic): unknown => expect.objectContaining(diagnostic)),
      )
    expect(await pointer()).toEqual(before)
    expect((await log())[0]).toMatchObject({
      action: 'refused',
      author: 'ada',
      detail: `publish: ${String(refused.body.error)}`,
    })
  }

  it('an error of check', () =>
    unchanged(
      project({ 'screens/user/about.json': (screen) => void (screen.title = 'about.titel') }),
      422,
      'do not pass check',
      [{ rule: 'unknown-text', file: 'screens/user/about.json' }],
    ))

  it('a warning of check alone', () =>
    unchanged(
      project({ 'screens/user/about.json': (screen) => void (screen.state = { left: 1 }) }),
      422,
      'do not pass check',
      [{ rule: 'unused-state', severity: 'warning' }],
    ))

  it('a call that this server lacks', () => {
    const files = project({
      'screens/user/about.json': (screen) =>
        Object.assign(screen, {
          queries: { later: { call: 'user/later' } },
          body: [{ widget: 'Text', waitFor: 'later', props: { text: '=later.words' } }],
        }),
      'schemas/api/user/later.json': (call) =>
        Object.assign(call, {
          call: 'user/later',
          method: 'GET',
          auth: false,
          effect: 'read',
          description: 'Later',
          payload: { type: 'object', properties: {}, additionalProperties: false },
          data: {
            type: 'object',
            properties: { words: { type: 'string', maxLength: 80 } },
            required: ['words'],
            additionalProperties: false,
          },
          errors: [],
        }),
    })
    return unchanged(files, 422, /contract of this server.*schemas\/api\/user\/later\.json|do not pass check/)
  })

  it.each([
    ['no files', null, '"files" holds'],
    ['a file elsewhere', { 'src/server/app.ts': '' }, 'no file of a project'],
    ['a path out of the project', { '../../etc/passwd.json': '' }, 'no file of a project'],
    ['no text', { 'screens/x.json': 1 }, 'holds no text'],
    ['nothing at all', {}, 'is missing'],
  ])('%s', async (_, files, sentence) => {
    const before = await pointer()
    const refused = await ask('/publish', { files, author: 'ada' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.body.error).toContain(sentence)
    expect(await pointer()).toEqual(before)
  })

  it('a missing author, and a hostile or oversized body', async () => {
    expect(await ask('/publish', { files: {} })).toMatchObject({
      status: 400,
      body: { error: '"author" says who does this.' },
    })
    const send = (payload: string, key = KEY) =>
      server.app.inject({
        method: 'POST',
        url: '/operator/catalogue/publish',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        payload,
      })
    expect((await send('{"files":{"__proto__":""},"author":"a"}')).statusCode).toBe(400)
    expect((await send('{"files":{},"files":{}}')).statusCode).toBe(400)
    expect((await send('{')).statusCode).toBe(400)
    expect(
      (await send(JSON.stringify({ author: 'a', files: { 'screens/x.json': 'x'.repeat(9 * 1024 * 1024) } })))
        .statusCode,
    ).toBe(413)
    expect((await send('{', 'wrong')).statusCode).toBe(401)
  })

  it('excessive time or memory of the compiler', async () => {
    const own = readContractFiles()
    await expect(compile({ files: project(), own }, { timeMs: 50 })).rejects.toThrow(CompileError)
    await expect(compile({ files: project(), own }, { heapMb: 12 })).rejects.toThrow(CompileError)
  })
})

describe('the forms of the live revision', () => {
  const longer = () => project({ 'schemas/forms/register.json': (form) => void (passwordOf(form).minLength = 9) })
  const register = (account: string) =>
    server.call('user/register', {
      type: 'account',
      account,
      password: 'secret71',
      country: 'DE',
      terms: TERMS_VERSION,
    })

  it('validate the calls as soon as they are live', async () => {
    expect((await register('before_it')).type).toBe('ok')
    const { body } = await publish(longer())
    expect(body.unchanged).toBe(false)
    expect(await register('meanwhile')).toMatchObject({
      type: 'error',
      code: 'parameterError',
      params: { field: 'password' },
    })
    await ask('/rollback', { revision: first, author: 'ada' })
    expect((await register('after_it')).type).toBe('ok')
  })
})

describe('the log', () => {
  it.each(['catalogue_files', 'catalogue_modules', 'catalogue_revisions', 'catalogue_log'] as const)(
    '%s can neither be changed nor emptied',
    async (table) => {
      const column = table === 'catalogue_files' || table === 'catalogue_modules' ? 'text' : 'note'
      await expect(
        sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = 'x'`.execute(server.context.db),
      ).rejects.toThrow('append-only')
      await expect(sql`DELETE FROM ${sql.table(table)}`.execute(server.context.db)).rejects.toThrow('append-only')
    },
  )

  it.each([
    ['ab', 'ba'],
    ['ab<a', 'a'],
    ['abc<a', 'a'],
    ['abc<bd', 'dba'],
    ['aba', 'ab'],
    ['ab<ac<b', 'bca'],
    ['', ''],
  ])('of %s (<: rolled back to) an app that cannot draw the latest may turn to %s', (changes, recent) => {
    const rows = [...changes.matchAll(/(<?)(\w)/g)].map(([, back, revision = '']) => ({
      action: back ? ('rollback' as const) : ('publish' as const),
      revision,
    }))
    expect(recentOf(rows).join('')).toBe(recent)
  })
})
