import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { afterEach, describe, expect, it } from 'vitest'
import { exceedLiveLimit, type LiveConnection } from '../../../../../tests/support/liveLimit.ts'
import { createTestServer, type TestServer } from '../../../../../tests/support/server/testServer.ts'
import { StartError } from '../../startError.ts'
import { clientAddressOf, readTrustProxy } from './trustedProxies.ts'
import { LONG } from '../../../../../tests/support/long.ts'

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('the address of a client', () => {
  it.each([
    ['no proxy is trusted', '', '10.0.0.1', '6.6.6.6', '10.0.0.1'],
    ['zero hops', '0', '10.0.0.1', '6.6.6.6', '10.0.0.1'],
    ['one hop', '1', '10.0.0.1', '6.6.6.6, 7.7.7.7', '7.7.7.7'],
    ['two hops', '2', '10.0.0.1', '6.6.6.6, 7.7.7.7, 10.0.0.2', '7.7.7.7'],
    ['fewer entries than hops', '3', '10.0.0.1', '7.7.7.7', '7.7.7.7'],
    ['no header', '2', '10.0.0.1', undefined, '10.0.0.1'],
    ['networks', '10.0.0.0/8,::1', '10.0.0.1', '6.6.6.6, 7.7.7.7, 10.9.9.9', '7.7.7.7'],
    ['a peer outside the networks', '10.0.0.0/8', '8.8.8.8', '6.6.6.6', '8.8.8.8'],
    ['an IPv4 peer on an IPv6 socket', '10.0.0.0/8', '::ffff:10.0.0.1', '7.7.7.7', '7.7.7.7'],
    ['a name of networks', 'loopback', '127.0.0.1', '7.7.7.7', '7.7.7.7'],
  ])('%s', (_, setting, peer, forwarded, expected) =>
    expect(clientAddressOf(request(peer, forwarded), readTrustProxy(setting))).toBe(expected),
  )

  it.each(['yes', '-1', '11', '10.0.0.0/99', '10.0.0.0/8,', 'proxy.example'])('%j is refused', (setting) =>
    expect(() => readTrustProxy(setting)).toThrow(StartError),
  )
})

describe('behind a proxy', () => {
  let server: TestServer
  afterEach(() => server.close())
  const start = async (setting: string) => {
    const trustProxy = readTrustProxy(setting)
    server = await createTestServer({ ...(trustProxy && { trustProxy }), operatorKey: 'k'.repeat(40) })
    await server.app.listen({ host: '127.0.0.1', port: 0 })
    return (server.app.server.address() as AddressInfo).port
  }
  /** Status of a request with a wrong operator key, which is limited to 20 for each address. */
  const guess = async (forwarded: string) =>
    (await server.app.inject({ url: '/operator/catalogue', headers: { 'x-forwarded-for': forwarded } })).statusCode

  it('limits a person who states other addresses', async () => {
    await start('1')
    for (let i = 0; i < 20; i++) expect(await guess(`10.1.1.${i}, 203.0.113.5`)).toBe(401)
    expect(await guess('10.1.1.99, 203.0.113.5')).toBe(429)
    expect(await guess('203.0.113.6')).toBe(401)
  })

  it('believes no header of a peer that is not a proxy', async () => {
    await start('10.0.0.0/8')
    for (let i = 0; i < 20; i++) expect(await guess(`203.0.113.${i}`)).toBe(401)
    expect(await guess('203.0.113.99')).toBe(429)
    const secure = await server.app.inject({ url: '/api/status', headers: { 'x-forwarded-proto': 'https' } })
    expect(secure.headers['strict-transport-security']).toBeUndefined()
  })

  it('counts live connections of a person, not of the proxy', async () => {
    const port = await start('1')
    const open = (forwarded: string) =>
      new Promise<LiveConnection>((resolve) => {
        const socket = io(`http://127.0.0.1:${port}`, {
          path: '/live',
          transports: ['websocket'],
          reconnection: false,
          forceNew: true,
          // Finds a hang; a busy machine does not reach it.
          timeout: 600_000,
          extraHeaders: { 'x-forwarded-for': forwarded },
        })
        const settle = () => resolve({ isOpen: () => socket.connected, close: () => socket.close() })
        socket.on('connect', settle)
        socket.on('connect_error', settle)
        socket.on('disconnect', settle)
      })
    const person = await exceedLiveLimit(400, (index) => open(`10.1.1.${index % 250}, 203.0.113.5`))
    expect([person.open.length, person.isOneMoreAccepted]).toEqual([400, false])
    const other = await open('203.0.113.6')
    expect(other.isOpen()).toBe(true)
    for (const { close } of [...person.open, other]) close()
  })

  it('does not limit the connections of the proxy', LONG, async () => {
    const port = await start('127.0.0.0/8')
    const sockets = Array.from({ length: 1_050 }, () => connect(port, '127.0.0.1'))
    const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)))
    for (const socket of sockets) socket.on('error', () => undefined)
    expect((await fetch(`http://127.0.0.1:${port}/api/status`)).status).toBe(200)
    expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(0)
    for (const socket of sockets) socket.destroy()
    await Promise.all(closed)
  })
})
