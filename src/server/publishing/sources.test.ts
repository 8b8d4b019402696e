import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestServer, type TestServer } from '../../../tests/support/server/testServer.ts'
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
  const stored = async () => (await sources.live()).files
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

it('the files of a refused publication are deleted, those of the live revision never', async () => {
  const other = 'b'.repeat(32)
  for (const revision of [REVISION, other]) {
    await sources.record(revision, files('first'))
    await sources.forget(revision)
  }
  const rows = await server.context.db.selectFrom('catalogue_sources').select('revision').execute()
  expect(rows).toEqual([{ revision: REVISION }])
})
