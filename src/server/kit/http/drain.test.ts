import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { io } from 'socket.io-client'
import { expect, it, vi } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { prepareDrain, STOP_GRACE_MS } from './drain.ts'
import { createTestServer, png, type TestServer } from '../../../../tests/support/server/testServer.ts'

async function start(stopGraceMs = 0) {
  const server = await createTestServer({ stopGraceMs })
  let release = (): void => undefined
  const entered = new Promise<void>((resolve) => {
    const released = new Promise<void>((resume) => (release = resume))
    server.app.get('/slow', async () => {
      resolve()
      await released
      // The database is still open.
      return server.context.db.selectFrom('users').select('account').where('account', '=', 'demo').executeTakeFirst()
    })
  })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  return { server, port: (server.app.server.address() as AddressInfo).port, entered, release: () => release() }
}

const ask = async (port: number, path: string, agent: Agent) => {
  const [response] = (await once(get({ host: '127.0.0.1', port, path, agent }), 'response')) as [IncomingMessage]
  let text = ''
  for await (const part of response.setEncoding('utf8')) text += String(part)
  return { status: response.statusCode, connection: response.headers.connection, text }
}

it('answers requests in flight before it closes, and no later ones', async () => {
  const { server, port, entered, release } = await start()
  const agent = new Agent({ keepAlive: true })
  const slow = ask(port, '/slow', agent)
  await entered
  const closed = server.close()
  await expect.poll(() => server.app.server.listening).toBe(false)
  await expect(ask(port, '/api/status', new Agent())).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  release()
  expect(await slow).toEqual({ status: 200, connection: 'close', text: '{"account":"demo"}' })
  await closed
  agent.destroy()
})

it('answers the next request of every kept connection, and resets none', async () => {
  const { server, port } = await start(STOP_GRACE_MS)
  const agents = Array.from({ length: 12 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  await Promise.all(agents.map((agent) => ask(port, '/api/status', agent)))
  const clients = agents.map(async (agent) => {
    let answers = 0
    for (;;) {
      const { status, connection } = await ask(port, '/api/status', agent)
      answers += 1
      expect(status).toBe(200)
      // A client that receives it opens no further request on this connection.
      if (connection === 'close') break
      await sleep(Math.random() * 20)
    }
    agent.destroy()
    return answers
  })
  await sleep(100)
  await server.close()
  for (const answers of await Promise.all(clients)) expect(answers).toBeGreaterThan(1)
})

it('closes idle connections', async () => {
  const { server, port } = await start()
  const agent = new Agent({ keepAlive: true })
  expect(await ask(port, '/api/status', agent)).toMatchObject({ status: 200, connection: 'keep-alive' })
  await server.close()
  agent.destroy()
})

it.each(['websocket', 'polling'])(
  'closes live connections over %s so that the library reconnects',
  async (transport) => {
    const { server, port } = await start()
    const socket = io(`http://127.0.0.1:${port}`, { path: '/live', transports: [transport], forceNew: true })
    await new Promise<void>((resolve) => socket.on('connect', resolve))
    const reason = new Promise((resolve) => socket.on('disconnect', resolve))
    await server.close()
    expect(await reason).not.toBe('io server disconnect')
    expect(socket.active).toBe(true)
    socket.close()
  },
)

it('runs a job to its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'placard-drain-'))
  const database = join(folder, 'placard.db')
  try {
    const server = await createTestServer({ database })
    const { token } = await server.person()
    for (let i = 0; i < 20; i++) {
      const { id } = (await server.upload(token, png(i + 1))).data
      const fields = { mode: 'real', channel: 'wallet', currency: 'USDT', network: 'TRC20', amount: '100' }
      const headers = { 'idempotency-key': `deposit-${i}` }
      await server.call('wallet/charge_req', { ...fields, screenshot: id }, { token, headers })
    }
    const credited = async ({ context }: TestServer) =>
      (await context.db.selectFrom('ledger_posting').select('id').where('reason', '=', 'deposit').execute()).length
    void server.clock.advance(60)
    await vi.waitUntil(async () => (await credited(server)) > 0, { interval: 0 })
    await server.close()
    const again = await createTestServer({ database })
    expect(await credited(again)).toBe(20)
    await again.close()
  } finally {
    rmSync(folder, { recursive: true })
  }
})

it('ends the grace and the stop when the rest of the process cannot be stopped, with its error', async () => {
  const app = Fastify()
  const drain = prepareDrain(app, 60_000)
  app.get('/', () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  expect(await ask(port, '/', agent)).toMatchObject({ status: 200 })
  await expect(drain.close(() => Promise.reject(new Error('no live connections')))).rejects.toThrow(
    'no live connections',
  )
  expect(app.server.listening).toBe(false)
  agent.destroy()
})
