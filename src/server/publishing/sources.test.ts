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
  await sources.record(REVISION, files('first'))
  await sources.record(REVISION, files('other'))
  expect(await stored()).toEqual(files('first'))
  expect(await sources.replace(REVISION, files('ada'), files('first'))).toBe(true)
  expect(await sources.replace(REVISION, files('omar'), files('first'))).toBe(false)
  expect(await stored()).toEqual(files('ada'))
  // The request of an answer that was lost.
  expect(await sources.replace(REVISION, files('ada'), files('first'))).toBe(true)
  expect(await sources.replace(REVISION, files('omar'))).toBe(true)
  expect(await stored()).toEqual(files('omar'))
})
