import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { EDITABLE } from '../../../engine/language/editable.ts'
import { createSources, type Sources } from './sources.ts'

const REVISION = 'a'.repeat(32)
const files = (name: string) => ({ 'fixtures/screens/a.json': name })

let server: TestServer
let sources: Sources
beforeEach(async () => {
  server = await createTestServer()
  const { context } = server
  vi.spyOn(context.catalogue, 'live').mockResolvedValue({ seq: 1, revision: REVISION, urgent: 0, recent: [] })
  sources = createSources(context)
})
afterEach(() => server.close())

it('the files of a live revision are replaced, unless others have replaced those that they are made of', async () => {
  const stored = async () =>
    Object.fromEntries(Object.entries((await sources.live()).files).filter(([path]) => EDITABLE.test(path)))
  expect(await sources.record(REVISION, files('first'))).toBe(true)
  expect(await sources.record(REVISION, files('other'))).toBe(false)
  expect(await stored()).toEqual(files('first'))
  expect(await sources.name()).toEqual({ revision: REVISION, version: 0 })
  expect(await sources.replace(REVISION, files('ada'), files('first'))).toBe(true)
  expect(await sources.replace(REVISION, files('omar'), files('first'))).toBe(false)
  expect(await stored()).toEqual(files('ada'))
  // The request of an answer that was lost.
  expect(await sources.replace(REVISION, files('ada'), files('first'))).toBe(true)
  expect(await sources.replace(REVISION, files('omar'))).toBe(true)
  expect(await stored()).toEqual(files('omar'))
  expect(await sources.name()).toEqual({ revision: REVISION, version: 2 })
})

it('the files of the program are those of this server, regardless of those that were published', async () => {
  const [WIDGET, OTHER] = ['src/engine/widgets/Text/Text.schema.json', 'src/engine/widgets/Other/Other.schema.json']
  await sources.record(REVISION, { ...files('first'), [WIDGET]: '{}', [OTHER]: '{}' })
  const { files: live } = await sources.live()
  expect(live[WIDGET]).toBe(readFileSync(join(import.meta.dirname, '../../../..', WIDGET), 'utf8'))
  expect(live[OTHER]).toBeUndefined()
  expect(live['fixtures/screens/a.json']).toBe('first')
  // Those that are read are no other files than those that were stored.
  expect(await sources.replace(REVISION, { ...live, 'fixtures/screens/a.json': 'ada' }, live)).toBe(true)
})

it('the files of a refused publication are deleted, those of the live revision never', async () => {
  const other = 'b'.repeat(32)
  for (const revision of [REVISION, other]) {
    await sources.record(revision, files('first'))
    await sources.forget(revision)
  }
  const rows = await server.context.db.selectFrom('catalogue_sources').select('revision').execute()
  expect(rows).toEqual([{ revision: REVISION }])
})
