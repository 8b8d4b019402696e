import Fastify, { type FastifyInstance } from 'fastify'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../../../../tests/support/eventually.ts'
import { createTestServer, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { operatorRoute } from './door.ts'

const KEY = 'k'.repeat(40)
/** A connection that is silent for this long is closed. */
const SILENT_MS = 300

let server: TestServer
let app: FastifyInstance
let origin: string

beforeAll(async () => {
  server = await createTestServer({ operatorKey: KEY })
  app = Fastify({ connectionTimeout: SILENT_MS })
  const slow = async (): Promise<object> => {
    await wait(SILENT_MS * 4)
    return { done: true }
  }
  app.get('/open', slow)
  app.get('/operator', operatorRoute(server.context, KEY, 1000), slow)
  origin = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

it('keeps the connection of an operator while a reply is being made', async () => {
  // A busy machine may be silent for so long before it has read the request.
  await eventually(async () => {
    const response = await fetch(`${origin}/operator`, { headers: { authorization: `Bearer ${KEY}` } })
    expect(await response.json()).toEqual({ done: true })
  })
  await expect(fetch(`${origin}/open`)).rejects.toThrow()
})
