import type { AddressInfo } from 'node:net'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestServer, type Person, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { addMessage } from '../messages.ts'
import { endSessions } from './sessions.ts'

let server: TestServer
const sockets: Socket[] = []
beforeAll(async () => {
  server = await createTestServer()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  for (const socket of sockets) socket.close()
  await server.close()
})

const idOf = async ({ token }: Pick<Person, 'token'>) => (await server.call('user/info', {}, { token })).data.id
const acknowledged = (socket: Socket, event: string, body: object): Promise<unknown> =>
  socket.timeout(5000).emitWithAck(event, body)

/** Subscribes to the messages to the user of a token. Returns the numbers received so far. */
async function subscribed(token: string) {
  const { port } = server.app.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { path: '/live', transports: ['websocket'], forceNew: true })
  sockets.push(socket)
  const received: number[] = []
  socket.on('inbox', ({ seq }: { seq: number }) => received.push(seq))
  const reply = (await acknowledged(socket, 'subscribeInbox', { token })) as { inboxes: object[] }
  expect(reply.inboxes).toHaveLength(1)
  return { socket, received }
}

it.each<[string, (ann: Person, other: string) => Promise<unknown>]>([
  ['logout', (_, other) => server.call('user/logout', {}, { token: other })],
  [
    'a change of the password',
    ({ token }) => server.call('safe/update_password', { oldPassword: 'secret71', password: 'secret2' }, { token }),
  ],
  ['the end of all other sessions', ({ token }) => server.call('user/sessions_end', {}, { token })],
  [
    'another process',
    async ({ token }) => {
      await endSessions(server.context.db, await idOf({ token }), token)
    },
  ],
  [
    'time',
    async (_, other) => {
      const { db } = server.context
      const { token_hash } = await db
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', await idOf({ token: other }))
        .orderBy('created', 'desc')
        .executeTakeFirstOrThrow()
      await db
        .updateTable('sessions')
        .set({ expires: server.clock.now() })
        .where('token_hash', '=', token_hash)
        .execute()
    },
  ],
])('a session ended by %s gets no further messages on its live connection', async (_, end) => {
  const ann = await server.person()
  const user = await idOf(ann)
  await server.clock.advance(1)
  const { token: other } = (await server.login(ann.account, 'secret71')).data
  const [own, ended] = [await subscribed(ann.token), await subscribed(other)]
  await end(ann, other)
  await acknowledged(own.socket, 'subscribe', { symbols: [] })
  const before = own.received.length
  await addMessage(server.context.db, user, 'welcome', { name: 'Ann' }, server.clock.now())
  await expect.poll(() => own.received.length).toBe(before + 1)
  await acknowledged(ended.socket, 'subscribe', { symbols: [] })
  expect(ended.received).toEqual([])
})
