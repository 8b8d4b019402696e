import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { pngOf } from '../../../../../tests/support/server/png.ts'

let server: TestServer
beforeAll(async () => {
  server = await createTestServer()
})
afterAll(() => server.close())

it('one user’s many pictures leave the queue to others', async () => {
  const [ann, bob] = [await server.person(), await server.person()]
  // Decoding takes much longer than sending.
  const picture = pngOf({ width: 2000, height: 2000, pixels: Buffer.alloc(2000 * 2000 * 3) })
  const [others, ...many] = await Promise.all([
    server.upload(bob.token, picture),
    ...Array.from({ length: 100 }, () => server.upload(ann.token, picture)),
    server.upload(bob.token, picture),
  ])
  const last = many.pop()
  expect([others?.type, last?.type]).toEqual(['ok', 'ok'])
  expect(many.some(({ type }) => type === 'ok')).toBe(true)
  expect(many.filter(({ code }) => code === 'uploadFailed').length).toBeGreaterThan(0)
  expect((await server.upload(ann.token, picture)).type).toBe('ok')
})
