import Fastify from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createManualClock } from '../../../../tests/support/server/manualClock.ts'
import { createContent } from '../../modules/content/content.ts'
import { reloadContent } from '../../modules/content/published.ts'
import { createTestServer, START_MS, type TestServer } from '../../../../tests/support/server/testServer.ts'
import { createClockOffset } from './clockOffset.ts'

let server: TestServer
beforeEach(async () => {
  server = await createTestServer()
})
afterEach(() => server.close())

/** A second process on the same database. */
async function second() {
  const clock = createManualClock(START_MS)
  const app = Fastify()
  const context = { ...server.context, clock, content: createContent(server.context.content.published) }
  const stop = (await createClockOffset({ db: server.context.db, clock })).follow(app, () => reloadContent(context))
  app.get('/', (_, reply) => reply.send({ time: clock.now(), published: context.content.published }))
  const asked = async () => (await app.inject('/')).json<{ time: number; published: number }>()
  const close = async () => {
    stop()
    await app.close()
  }
  return { asked, close }
}

const lever = (name: 'advance' | 'reset', payload: object = {}) =>
  server.app.inject({ method: 'POST', url: `/sandbox/${name}`, payload })

it('an advance or a reset at one process is visible in the next reply of another', async () => {
  const other = await second()
  const start = START_MS / 1000
  expect(await other.asked()).toEqual({ time: start, published: start })
  await lever('advance', { seconds: 3600 })
  expect(await other.asked()).toEqual({ time: start + 3600, published: start })
  await lever('reset')
  expect(server.context.content.published).toBe(start + 3600)
  expect(await other.asked()).toEqual({ time: start + 3600, published: start + 3600 })
  await lever('advance', { seconds: 60 })
  expect(await other.asked()).toEqual({ time: start + 3660, published: start + 3600 })
  await other.close()
})
