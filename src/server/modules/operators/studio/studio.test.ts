import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { buildCatalogue } from '../../../../../codegen/compiler/catalogue.ts'
import { checkedProject, compileForm, projectFiles } from '../../../../../tests/support/project.ts'
import { compileHere } from '../../../../../tests/support/server/compileHere.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import type { Screen } from '../../../../engine/language/expressions/program.ts'
import * as publications from '../../../kit/publishing/compile.ts'
import { canonicalJson } from '../../../../engine/language/values/canonicalJson.ts'
import { createPreviews } from './previews.ts'
import { sha256Hex } from './sha256Hex.ts'
import { applyChanges, ClosedChangeSet, createChangeSets } from './changeSets.ts'
import { draftPage } from './draftPages.ts'
import { LONG } from '../../../../../tests/support/long.ts'

const KEY = 'k'.repeat(40)
const EN = 'locales/en.json'
const project = Object.fromEntries(projectFiles)
const english = (title: string): string =>
  JSON.stringify({ ...(JSON.parse(project[EN] ?? '{}') as object), 'about.title': title }, null, 2)

let folder: string
let server: TestServer
let screens: ReadonlyMap<string, Screen>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'placard-studio-'))
  const dist = join(folder, 'dist')
  const checked = checkedProject()
  const built = buildCatalogue(checked, { compileForm })
  mkdirSync(join(dist, 'catalogue'), { recursive: true })
  mkdirSync(join(dist, 'studio/assets'), { recursive: true })
  writeFileSync(join(dist, 'index.html'), '<!doctype html><script src="/h5/first.js"></script>')
  writeFileSync(join(dist, 'studio/index.html'), '<!doctype html><title>studio</title>')
  writeFileSync(join(dist, 'catalogue/manifest.json'), JSON.stringify(built.manifest))
  for (const [hash, text] of built.files) writeFileSync(join(dist, `catalogue/${hash}.json`), text)
  for (const [hash, text] of built.modules) writeFileSync(join(dist, `catalogue/${hash}.js`), text)
  screens = new Map(checked.screens.flatMap(({ route, screen }) => (screen ? [[route, screen] as const] : [])))
  server = await createTestServer({ dist, operatorKey: KEY })
})
beforeEach(compileHere)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

interface Answer {
  status: number
  body: Record<string, unknown>
}

async function ask(path: string, body?: object, key = KEY): Promise<Answer> {
  const response = await server.app.inject({
    method: body ? 'POST' : 'GET',
    url: `/studio/api/${path}`,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: response.statusCode, body: JSON.parse(response.body) as Record<string, unknown> }
}

async function newSet(name = 'a set'): Promise<{ id: string; link: string }> {
  const { status, body } = await ask('change-sets', { name, author: 'ada' })
  expect(status).toBe(200)
  return { id: String(body.id), link: String(body.link) }
}

const change = (text: string | null, more: object = {}) => ({
  path: EN,
  text,
  base: project[EN],
  version: 0,
  author: 'ada',
  ...more,
})

it('lists the pictures that it serves', async () => {
  const { status, body } = await ask('pictures')
  expect(status).toBe(200)
  expect(body.addresses).toContain('/media/news-gold.svg')
  for (const url of body.addresses as string[]) expect((await server.app.inject({ url })).statusCode).toBe(200)
})

describe('the door', () => {
  it.each(['project', 'change-sets', 'history'])('refuses %s without the key', async (path) => {
    expect((await ask(path, undefined, 'x'.repeat(40))).status).toBe(401)
  })

  it('serves no page of the studio under the address of the app', async () => {
    expect((await server.app.inject('/h5/studio/index.html')).statusCode).toBe(404)
  })

  it('sends the page with a policy of its own', async () => {
    const response = await server.app.inject('/studio/')
    expect(response.statusCode).toBe(200)
    const policy = String(response.headers['content-security-policy'])
    for (const part of ["script-src 'self'", "style-src 'self'", "require-trusted-types-for 'script'"])
      expect(policy.split('; ')).toContain(part)
    expect(policy).not.toMatch(/unsafe/)
  })
})

describe('a change set', () => {
  it('keeps the files that were saved, with their authors', async () => {
    const { id } = await newSet('Warmer words')
    expect((await ask(`change-sets/${id}/save`, change('{}'))).body).toEqual({ version: 1 })
    const { body } = await ask(`change-sets/${id}`)
    expect(body).toMatchObject({
      name: 'Warmer words',
      state: 'open',
      changes: [{ path: EN, text: '{}', author: 'ada' }],
    })
  })

  it('refuses a file that another author has saved since, and answers with theirs', async () => {
    const { id } = await newSet()
    await ask(`change-sets/${id}/save`, change('{"a":"first"}'))
    const second = await ask(`change-sets/${id}/save`, change('{"a":"second"}', { author: 'grace' }))
    expect(second).toMatchObject({
      status: 409,
      body: { current: { text: '{"a":"first"}', version: 1, author: 'ada' } },
    })
    expect((await ask(`change-sets/${id}/save`, change('{"a":"both"}', { version: 1 }))).body).toEqual({ version: 2 })
  })

  it('drops a change that was reverted', async () => {
    const { id } = await newSet()
    await ask(`change-sets/${id}/save`, change('{}'))
    expect((await ask(`change-sets/${id}/drop`, { path: EN, version: 0 })).status).toBe(409)
    expect((await ask(`change-sets/${id}/drop`, { path: EN, version: 1 })).status).toBe(200)
    expect((await ask(`change-sets/${id}`)).body.changes).toEqual([])
  })

  it.each([
    'schemas/api/wallet/out.json',
    'src/server/main.ts',
    'screens/../package.json',
    'locales/notes.txt',
    '/etc/passwd',
  ])('refuses %s, which no author edits', async (path) => {
    const { id } = await newSet()
    expect((await ask(`change-sets/${id}/save`, change('{}', { path }))).status).toBe(400)
  })

  it('that does not exist is not found', async () => {
    expect((await ask('change-sets/nothing')).status).toBe(404)
  })
})

describe('the authors that have a change set open', () => {
  const look = (id: string, author: string, file: string | null = null) =>
    ask(`change-sets/${id}/look`, { author, file })

  it('is sent to the others who have, with the file that is open there', async () => {
    const { id } = await newSet()
    await ask(`change-sets/${id}/save`, change('{}'))
    expect((await look(id, 'ada', EN)).body).toMatchObject({ state: 'open', changes: [{ path: EN }], others: [] })
    expect((await look(id, 'grace')).body).toMatchObject({
      others: [{ author: 'ada', file: EN }],
      live: { revision: (await ask('project')).body.revision, version: 0 },
    })
    expect((await look(id, 'ada', null)).body.others).toEqual([{ author: 'grace', file: null }])
  })

  it('needs an author and a change set', async () => {
    const { id } = await newSet()
    expect((await look(id, ' ')).status).toBe(400)
    expect((await look('nothing', 'ada')).status).toBe(404)
  })
})

type Texts = Record<string, string>

describe('a draft', () => {
  it('opens under another link only after its link is ended', async () => {
    const { id, link } = await newSet()
    expect((await server.app.inject(`/draft/${link}/`)).statusCode).toBe(200)
    const { status, body } = await ask(`change-sets/${id}/link`, {})
    expect(status).toBe(200)
    expect((await server.app.inject(`/draft/${link}/`)).statusCode).toBe(404)
    expect((await server.app.inject(`/draft/${String(body.link)}/`)).statusCode).toBe(200)
  })

  it('opens the app under its link only, with the changed screen and the live texts', async () => {
    const { id, link } = await newSet()
    const screen = screens.get('/pages/user/about')
    if (!screen) throw new Error('The screen is missing.')
    const marked = {
      ...screen,
      body: screen.body.map((node) => ({ ...node, props: { ...node.props, '#node': 'body/0' } })),
    }
    const content = JSON.stringify({ routes: { [screen.route]: marked }, locales: {} })
    const { status, body } = await ask(`change-sets/${id}/preview`, { content })
    expect(status).toBe(200)

    const page = await server.app.inject(`/draft/${link}/`)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body.indexOf('/studio/draft.js')).toBeGreaterThan(0)
    const manifest = JSON.parse((await server.app.inject(`/draft/${link}/manifest.json`)).body) as {
      revision: string
      routes: Record<string, { hash: string }>
      locales: Record<string, string>
    }
    expect(manifest.revision).toBe(body.revision)
    const file = await server.app.inject(`/draft/${link}/${manifest.routes[screen.route]?.hash ?? ''}.json`)
    expect(file.body).toContain('"#node":"body/0"')
    expect((await server.app.inject(`/draft/${link}/${manifest.locales.en ?? ''}.json`)).statusCode).toBe(200)
    expect((await server.app.inject('/draft/unknown/')).statusCode).toBe(404)
    expect((await server.app.inject('/draft/unknown/manifest.json')).statusCode).toBe(404)
  })

  it('is polled as an urgent revision, with a higher number for each version', async () => {
    const { id, link } = await newSet()
    const seqs: number[] = []
    for (const title of ['One', 'Two']) {
      const content = JSON.stringify({ routes: {}, locales: { en: JSON.parse(english(title)) as object } })
      await ask(`change-sets/${id}/preview`, { content })
      const live = JSON.parse((await server.app.inject(`/draft/${link}/live.json`)).body) as {
        seq: number
        urgent: number
      }
      expect(live.urgent).toBe(live.seq)
      seqs.push(live.seq)
    }
    expect(seqs).toEqual([1, 2])
    // The app may still ask for the files of the version before.
    expect([await statusOf(link, 'One'), await statusOf(link, 'Two')]).toEqual([200, 200])
  })

  it('has the files of all versions that are made at once', async () => {
    const { id, link } = await newSet()
    const titles = ['One', 'Two', 'Three', 'Four']
    const previews = createPreviews(server.context)
    await Promise.all(
      titles.map((title) => previews.save(id, { routes: {}, locales: { en: JSON.parse(english(title)) as Texts } })),
    )
    expect(await Promise.all(titles.map((title) => statusOf(link, title)))).toEqual([200, 200, 200, 200])
  })

  /** The status of the English texts of a draft with a title. */
  async function statusOf(link: string, title: string): Promise<number> {
    const hash = sha256Hex(canonicalJson(JSON.parse(english(title)))).slice(0, 32)
    return (await server.app.inject(`/draft/${link}/${hash}.json`)).statusCode
  }

  it('has the validators of its forms from this server', async () => {
    const { id, link } = await newSet()
    const screen = screens.get('/pages/login/index')
    if (!screen) throw new Error('The screen is missing.')
    await ask(`change-sets/${id}/preview`, {
      content: JSON.stringify({ routes: { [screen.route]: screen }, locales: {} }),
    })
    const manifest = JSON.parse((await server.app.inject(`/draft/${link}/manifest.json`)).body) as {
      routes: Record<string, { validators?: string[] }>
    }
    const [module] = manifest.routes[screen.route]?.validators ?? []
    expect((await server.app.inject(`/h5/catalogue/${module ?? ''}.js`)).statusCode).toBe(200)
  })

  it.each(['', '{', '{"routes":[],"locales":{}}', '{"routes":{"/a":{"body":1}},"locales":{}}'])(
    'refuses the content %j',
    async (content) => {
      const { id } = await newSet()
      expect((await ask(`change-sets/${id}/preview`, { content })).status).toBe(400)
    },
  )

  it('loads the script of drafts first, and not the live catalogue', () => {
    const html = draftPage(
      '<link rel="preload" href="/h5/catalogue/manifest.json" />\n<script src="/h5/first.js"></script>\n',
    )
    expect(html).not.toContain('preload')
    expect(html.indexOf('/studio/draft.js')).toBeLessThan(html.indexOf('/h5/first.js'))
  })
})

describe('sample data of a form', () => {
  const form = checkedProject().contract.forms.get('priceAlert')?.def
  const sound = { symbol: 'BTC', direction: 'above', price: '10' }
  const judge = (values: object) =>
    ask('check-form', { id: 'priceAlert', form: JSON.stringify(form), sent: JSON.stringify({ 'alert/add': values }) })
  const limited = (): object => ({
    ...form,
    rules: [{ check: false, field: 'price', message: 'error.alertPriceBelow' }],
  })

  it.each<[string, object, string | null]>([
    ['accepted', sound, null],
    ['of another type', { ...sound, price: 'ten' }, 'parameterError'],
    ['incomplete', {}, 'missingParameter'],
  ])('is judged as a request is: %s', async (_name, values, code) => {
    const { body } = await judge(values)
    expect(body.calls).toEqual([
      { call: 'alert/add', refusal: code === null ? null : (expect.objectContaining({ code }) as object) },
    ])
  })

  it('is judged by the rules of the draft, not by those that are live', async () => {
    const { body } = await ask('check-form', {
      id: 'priceAlert',
      form: JSON.stringify(limited()),
      sent: JSON.stringify({ 'alert/add': sound, 'no/call': sound }),
    })
    expect(body.calls).toEqual([{ call: 'alert/add', refusal: { code: 'alertPriceBelow', params: {} } }])
  })

  it('is refused if it is no object', async () => {
    expect((await ask('check-form', { id: 'priceAlert', form: '{}', sent: '[]' })).status).toBe(400)
  })
})

describe('publishing', () => {
  describe('a file that no user sees, such as a saved state', () => {
    const STATES = 'fixtures/screens/user/about.json'
    const filesNow = async () =>
      (await ask('project')).body as { revision: string; version: number; files: Record<string, string> }
    /** Publishes the saved states of a screen, and returns the answer. */
    async function publishStates(name: string, base: string | null): Promise<Answer> {
      const { id } = await newSet()
      const text = JSON.stringify({ [name]: { about: 'As it is' } })
      await ask(`change-sets/${id}/save`, change(text, { path: STATES, base }))
      return ask(`change-sets/${id}/publish`, { author: 'ada', note: name })
    }

    it('is in the live files, though the same revision is live', async () => {
      // Nothing has been published yet: these are the files of the build.
      const { revision, version, files } = await filesNow()
      expect(await publishStates('first', files[STATES] ?? null)).toMatchObject({ body: { unchanged: true } })
      const one = await filesNow()
      expect([one.revision, one.version]).toEqual([revision, version + 1])
      expect(one.files[STATES]).toContain('first')
      expect(await publishStates('second', one.files[STATES] ?? null)).toMatchObject({ body: { unchanged: true } })
      expect((await filesNow()).files[STATES]).toContain('second')
    })

    it('is learned of by open pages: the version of the live files is another one', async () => {
      const before = await filesNow()
      await publishStates('seen', before.files[STATES] ?? null)
      const { id } = await newSet()
      const { live } = (await ask(`change-sets/${id}/look`, { author: 'grace', file: null })).body
      expect(live).toEqual({ revision: before.revision, version: before.version + 1 })
      expect((await ask('change-sets')).body.live).toEqual(live)
    })

    it('of an earlier version is refused, as that of any file', async () => {
      expect(await publishStates('third', null)).toMatchObject({ status: 409 })
      expect((await filesNow()).files[STATES]).toContain('seen')
    })
  })

  it('puts the change set live, and the studio continues from its files', async () => {
    const { id, link } = await newSet()
    await ask(`change-sets/${id}/save`, change(english('What this is')))
    const done = await ask(`change-sets/${id}/publish`, { author: 'ada', note: 'clearer' })
    expect(done).toMatchObject({ status: 200, body: { unchanged: false } })
    const { body } = await ask('project')
    expect((body.files as Record<string, string>)[EN]).toContain('What this is')
    expect(body.revision).toBe(done.body.revision)
    expect((await ask(`change-sets/${id}`)).body).toMatchObject({ state: 'published', revision: done.body.revision })
    expect((await ask('change-sets')).body.live).toEqual({ revision: done.body.revision, version: 0 })
    expect((await server.app.inject(`/draft/${link}/`)).headers.location).toBe('/')
    const { rows } = (await ask('file-history', { path: EN })).body as { rows: object[] }
    expect(rows).toContainEqual(expect.objectContaining({ author: 'ada', state: 'published', note: 'clearer' }))
  })

  it('each read of the live files while it goes live has those of the revision that it names', LONG, async () => {
    const { id } = await newSet()
    const { body } = await ask('project')
    const { [EN]: base } = body.files as Record<string, string>
    await ask(`change-sets/${id}/save`, change(english('At the same time'), { base }))
    const published = ask(`change-sets/${id}/publish`, { author: 'ada', note: 'while it is read' })
    const publication = { isEnded: false }
    const ended = published.finally(() => (publication.isEnded = true))
    const reads: { revision: unknown; isNew: boolean }[] = []
    while (!publication.isEnded) {
      // The publication goes on between two reads.
      await nextTurn()
      const read = (await ask('project')).body
      reads.push({
        revision: read.revision,
        isNew: (read.files as Record<string, string>)[EN]?.includes('At the same time') ?? false,
      })
    }
    expect((await ended).status).toBe(200)
    for (const { revision, isNew } of reads) expect(isNew).toBe(revision !== body.revision)
  })

  it('is final: what is published is not changed or published again', async () => {
    const { id } = await newSet()
    const { body } = await ask('project')
    const { [EN]: base } = body.files as Record<string, string>
    await ask(`change-sets/${id}/save`, change(english('Final'), { base }))
    expect((await ask(`change-sets/${id}/publish`, { author: 'ada', note: 'final' })).status).toBe(200)
    for (const request of [
      ask(`change-sets/${id}/save`, change('{}', { version: 1 })),
      ask(`change-sets/${id}/publish`, { author: 'grace', note: 'again' }),
      ask(`change-sets/${id}/name`, { name: 'another' }),
    ])
      expect(await request).toMatchObject({ status: 410, body: { error: 'This change set has been published.' } })
  })

  it('answers a repeated request as the first one: its answer may have been lost', async () => {
    const { id } = await newSet()
    const { body } = await ask('project')
    const { [EN]: base } = body.files as Record<string, string>
    await ask(`change-sets/${id}/save`, change(english('Repeated'), { base }))
    const publish = (note: string) => ask(`change-sets/${id}/publish`, { author: 'ada', note })
    const first = await publish('once')
    expect(first).toMatchObject({ status: 200, body: { unchanged: false } })
    expect(await publish('once')).toEqual(first)
    expect(await publish('twice')).toMatchObject({ status: 410 })
    const { rows } = (await ask('history')).body as { rows: { note: string }[] }
    expect(rows.filter(({ note }) => note === 'once')).toHaveLength(1)
  })

  describe('while it is compiled', LONG, () => {
    const ABOUT = 'screens/user/about.json'
    const liveText = async (path: string): Promise<string> =>
      ((await ask('project')).body.files as Record<string, string>)[path] ?? ''

    /** Publishes a change set, and does something between the read of its changes and the end of the compilation. */
    async function publishDuring(id: string, note: string, work: () => Promise<unknown>): Promise<Answer> {
      const compile = vi.mocked(publications.compile)
      const compiled = compile.getMockImplementation()
      if (!compiled) throw new Error('Publications are not compiled here.')
      compile.mockImplementationOnce(async (...input) => {
        await work()
        return await compiled(...input)
      })
      return ask(`change-sets/${id}/publish`, { author: 'ada', note })
    }
    const save = async (id: string, text: string, more: object = {}): Promise<void> => {
      const one = change(text, { base: await liveText(EN), ...more })
      expect((await ask(`change-sets/${id}/save`, one)).status).toBe(200)
    }

    it('a file saved during a publication goes into an open change set, as a change of what goes live', async () => {
      const { id } = await newSet('Named')
      const about = { path: ABOUT, base: await liveText(ABOUT), author: 'grace' }
      await save(id, english('Reviewed'))
      const done = await publishDuring(id, 'reviewed', async () => {
        await save(id, english('Reviewed, and more'), { version: 1 })
        await save(id, '{}', about)
      })
      expect(done).toMatchObject({ status: 200, body: { next: expect.any(String) as string } })
      expect(await liveText(EN)).toBe(english('Reviewed'))
      const { next } = done.body
      expect((await ask(`change-sets/${String(next)}`)).body).toMatchObject({
        name: 'Named',
        author: 'ada',
        state: 'open',
        changes: [
          { path: EN, text: english('Reviewed, and more'), base: english('Reviewed'), version: 2, author: 'ada' },
          { ...about, text: '{}', version: 1 },
        ],
      })
      expect((await ask(`change-sets/${id}`)).body).toMatchObject({
        state: 'published',
        next,
        changes: [{ path: EN, text: english('Reviewed'), version: 1 }],
      })
      expect(await ask(`change-sets/${id}/publish`, { author: 'ada', note: 'reviewed' })).toEqual(done)
    })

    it('a change that is dropped is one that takes it back', async () => {
      const { id } = await newSet()
      const base = await liveText(EN)
      await save(id, english('Regretted'))
      const { body } = await publishDuring(id, 'regretted', () =>
        ask(`change-sets/${id}/drop`, { path: EN, version: 1 }),
      )
      expect((await ask(`change-sets/${String(body.next)}`)).body.changes).toMatchObject([
        { path: EN, text: base, base: english('Regretted'), version: 2 },
      ])
    })

    it('a file saved again with the same text needs no other change set', async () => {
      const { id } = await newSet()
      await save(id, english('The same'))
      const { body } = await publishDuring(id, 'the same', () => save(id, english('The same'), { version: 1 }))
      expect(body.next).toBeNull()
    })

    it('a file saved meanwhile stays where it is if the publication is refused', async () => {
      const { id } = await newSet()
      const base = await liveText(ABOUT)
      await save(id, '{', { path: ABOUT, base })
      expect(await publishDuring(id, 'refused', () => save(id, '{}', { path: ABOUT, base, version: 1 }))).toMatchObject(
        {
          status: 422,
        },
      )
      expect((await ask(`change-sets/${id}`)).body).toMatchObject({ state: 'open', changes: [{ text: '{}' }] })
    })

    it('a save that was let in before the change set was closed is refused after it', async () => {
      const { id } = await newSet()
      const sets = createChangeSets(server.context)
      await sets.markPublished(id, [], { author: 'ada', note: '', revision: 'one', unchanged: true, foreign: [] })
      const input = { path: EN, text: '{}', base: null, version: 0, author: 'ada' }
      await expect(sets.save(id, input)).rejects.toThrow(ClosedChangeSet)
      await expect(sets.drop(id, EN, 0)).rejects.toThrow(ClosedChangeSet)
    })
  })

  it('is taken back: an earlier revision is live again, if the author has seen the one that is', async () => {
    const { body } = await ask('history')
    const [last, before] = (body.rows as { action: string; revision: string }[]).filter(
      ({ action }) => action !== 'refused',
    )
    const input = { author: 'grace', note: 'taken back', revision: before?.revision }
    expect((await ask('take-back', { ...input, expected: before?.revision })).status).toBe(409)
    expect((await ask('take-back', { ...input, expected: last?.revision, revision: 'x' })).status).toBe(400)
    expect(await ask('take-back', { ...input, expected: last?.revision })).toMatchObject({
      status: 200,
      body: { revision: before?.revision },
    })
    expect((await ask('project')).body.revision).toBe(before?.revision)
  })

  it('answers with the findings of the compiler', async () => {
    const { id } = await newSet()
    const path = 'screens/user/about.json'
    await ask(`change-sets/${id}/save`, change('{', { path, base: project[path] }))
    const { status, body } = await ask(`change-sets/${id}/publish`, { author: 'ada', note: 'broken' })
    expect(status).toBe(422)
    expect(body.diagnostics).toContainEqual(expect.objectContaining({ file: path, rule: 'json-syntax' }))
  })

  it('is refused, with three versions, if the file was published with another text since', async () => {
    const { id } = await newSet()
    await ask(`change-sets/${id}/save`, change(english('Mine')))
    const { status, body } = await ask(`change-sets/${id}/publish`, { author: 'ada', note: 'late' })
    expect(status).toBe(409)
    expect(body.conflicts).toMatchObject([{ path: EN, base: project[EN], mine: english('Mine') }])
  })

  it.each<[string, Record<string, number>]>([
    ['of another version', { [EN]: 1 }],
    ['that the author has not seen', {}],
    ['of fewer files', { [EN]: 2, 'locales/de.json': 1 }],
  ])('is refused, with the changes, if it is one %s', async (_name, versions) => {
    const { id } = await newSet()
    await ask(`change-sets/${id}/save`, change('{"a":"first"}'))
    await ask(`change-sets/${id}/save`, change('{"a":"second"}', { version: 1, author: 'grace' }))
    const { status, body } = await ask(`change-sets/${id}/publish`, { author: 'ada', note: 'unseen', versions })
    expect(status).toBe(409)
    expect(body.error).toContain('since you have looked')
    expect(body.changes).toMatchObject([{ path: EN, text: '{"a":"second"}', version: 2, author: 'grace' }])
  })

  it('is compiled if the author has seen each change', async () => {
    const { id } = await newSet()
    const path = 'screens/user/about.json'
    await ask(`change-sets/${id}/save`, change('{', { path, base: project[path] }))
    const seen = { author: 'ada', note: 'broken', versions: { [path]: 1 } }
    expect((await ask(`change-sets/${id}/publish`, seen)).status).toBe(422)
    for (const versions of [1, { [path]: -1 }])
      expect((await ask(`change-sets/${id}/publish`, { ...seen, versions })).status).toBe(400)
  })

  it('needs a note', async () => {
    const { id } = await newSet()
    expect((await ask(`change-sets/${id}/publish`, { author: 'ada', note: ' ' })).status).toBe(400)
  })

  it.each([
    ['a rollback to an earlier build', 'rollback'],
    ['the build of another server', 'build'],
  ] as const)('is refused after %s, whose files are not on the server', async (_name, action) => {
    const { catalogue, db } = server.context
    const changes = await db.selectFrom('catalogue_log').select(['action', 'revision']).orderBy('seq').execute()
    const installed = changes.find((change) => change.action === 'build')?.revision ?? ''
    const other = changes.find((change) => change.action === 'publish' && change.revision !== installed)?.revision ?? ''
    const publish = async (): Promise<Answer> => {
      const { id } = await newSet()
      await ask(`change-sets/${id}/save`, change('{}', { base: null }))
      return ask(`change-sets/${id}/publish`, { author: 'ada', note: 'on other files' })
    }
    const goLive = async (by: 'build' | 'rollback', revision: string): Promise<void> => {
      const content = await catalogue.content(revision)
      if (!content) throw new Error(`There is no revision ${revision}.`)
      await catalogue.putLive(content, { action: by, author: '', note: '', urgent: false, address: '' })
    }
    await goLive('rollback', installed)
    await db.deleteFrom('catalogue_sources').execute()
    expect((await publish()).body).toHaveProperty('conflicts')
    await goLive(action, other)
    const refused = await publish()
    expect([refused.status, refused.body.error]).toEqual([
      409,
      expect.stringContaining('“As it was installed”') as string,
    ])
  })
})

describe('changes', () => {
  it.each([
    ['of an untouched file', { a: '1' }, { path: 'a', base: '1', text: '2' }, { a: '2' }, 0],
    ['that is published already', { a: '2' }, { path: 'a', base: '1', text: '2' }, { a: '2' }, 0],
    ['that add a file', {}, { path: 'a', base: null, text: '1' }, { a: '1' }, 0],
    ['that delete a file', { a: '1' }, { path: 'a', base: '1', text: null }, {}, 0],
    ['of a file that was changed', { a: '3' }, { path: 'a', base: '1', text: '2' }, { a: '3' }, 1],
    ['of a file that was deleted', {}, { path: 'a', base: '1', text: '2' }, {}, 1],
  ])('%s are applied or in conflict', (_name, files, change, expected, conflicts) => {
    const applied = applyChanges(files, [change])
    expect(applied.files).toEqual(expected)
    expect(applied.conflicts).toHaveLength(conflicts)
  })
})
