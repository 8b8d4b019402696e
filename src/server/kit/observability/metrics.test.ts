import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { io } from 'socket.io-client'
import { expect, it } from 'vitest'
import { writeReceipt } from '../../modules/money/receipts/write.ts'
import { withdrawer } from '../../../../tests/support/server/flows/withdrawals.ts'
import { createTestServer } from '../../../../tests/support/server/testServer.ts'
import { registry } from './metrics.ts'
import { serveMetrics } from './metricsServer.ts'

/** Value of a metric, by its name and labels; 0 if it is missing. */
async function valueOf(name: string, labels = ''): Promise<number> {
  const text = await registry.metrics()
  const line = text.split('\n').find((line) => line.startsWith(labels === '' ? `${name} ` : `${name}{${labels}}`))
  return Number(line?.split(' ').at(-1) ?? '0')
}

it('counts calls, postings, jobs and live connections', async () => {
  const server = await createTestServer()
  const person = await withdrawer(server)
  const { token } = person
  const send = (amount: string, key: string) =>
    server.call(
      'wallet/transfer',
      { mode: 'real', from: 'coin', to: 'contract', currency: 'USDT', amount },
      { token, headers: { 'idempotency-key': key } },
    )
  // The registry counts the requests of every test of this process.
  const { code } = await send('99999999', 'metrics-zero')
  const refusals = () => valueOf('placard_call_results_total', `call="wallet/transfer",result="${code}"`)
  const before = {
    refused: await refusals(),
    requests: await valueOf(
      'placard_http_request_duration_seconds_count',
      'method="POST",route="/api/wallet/transfer",status="200"',
    ),
    ok: await valueOf('placard_call_results_total', 'call="wallet/transfer",result="ok"'),
    transfers: await valueOf('placard_ledger_postings_total', 'reason="transfer"'),
    jobs: await valueOf('placard_job_duration_seconds_count', 'job="deposits"'),
  }
  expect((await send('1', 'metrics-one')).type).toBe('ok')
  await send('99999999', 'metrics-two')
  await server.clock.advance(2)
  expect({
    requests: await valueOf(
      'placard_http_request_duration_seconds_count',
      'method="POST",route="/api/wallet/transfer",status="200"',
    ),
    ok: await valueOf('placard_call_results_total', 'call="wallet/transfer",result="ok"'),
    transfers: await valueOf('placard_ledger_postings_total', 'reason="transfer"'),
    jobs: await valueOf('placard_job_duration_seconds_count', 'job="deposits"'),
  }).toEqual({
    requests: before.requests + 2,
    ok: before.ok + 1,
    transfers: before.transfers + 1,
    jobs: before.jobs + 1,
  })
  expect(await refusals()).toBe(before.refused + 1)
  expect(await valueOf('placard_leader')).toBe(1)

  await server.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.app.server.address() as AddressInfo
  const socket = io(`http://127.0.0.1:${port}`, { path: '/live', transports: ['websocket'], forceNew: true })
  await new Promise<void>((resolve) => socket.on('connect', resolve))
  expect(await valueOf('placard_live_connections')).toBe(1)
  expect(await valueOf('placard_live_packets_total', 'direction="sent"')).toBeGreaterThan(0)
  socket.close()
  await server.close()
  expect(await valueOf('placard_http_requests_in_flight')).toBe(0)
  expect(await valueOf('placard_lock_queue_length')).toBe(0)
})

it('counts no posting of a transaction that was rolled back', async () => {
  const server = await createTestServer()
  const { token } = await withdrawer(server)
  const { id } = (await server.call('user/info', {}, { token })).data
  const { context } = server
  const before = await valueOf('placard_ledger_postings_total', 'reason="correction"')
  const { inTransaction } = await import('../storage/transaction.ts')
  const post = (fails: boolean) =>
    inTransaction(context.db, [], async (trx) => {
      const posting = await context.ledger.withTransaction(trx).post({
        mode: 'real',
        reason: 'correction',
        entries: [
          { from: { owner: id, kind: 'coin' }, to: { owner: id, kind: 'contract' }, currency: 'USDT', amount: 1n },
        ],
      })
      const receipt = { kind: 'transfer', record: posting.id, action: 'executed', rule: 'owner' } as const
      await writeReceipt({ db: trx, clock: context.clock }, { ...receipt, userId: id, mode: 'real', currency: 'USDT' })
      if (fails) throw new Error('rolled back')
    })
  await expect(post(true)).rejects.toThrow('rolled back')
  expect(await valueOf('placard_ledger_postings_total', 'reason="correction"')).toBe(before)
  await post(false)
  expect(await valueOf('placard_ledger_postings_total', 'reason="correction"')).toBe(before + 1)
  await server.close()
})

it('are served on an address of their own, and nowhere else', async () => {
  // Measuring the event loop wakes it a hundred times a second.
  expect(registry.getSingleMetric('nodejs_eventloop_lag_seconds')).toBeUndefined()
  const metricsServer = await serveMetrics('127.0.0.1', 0)
  const read = async (path: string) => {
    const [response] = (await once(get({ host: '127.0.0.1', port: metricsServer.port, path }), 'response')) as [
      IncomingMessage,
    ]
    let text = ''
    for await (const part of response.setEncoding('utf8')) text += String(part)
    return { status: response.statusCode, type: response.headers['content-type'], text }
  }
  const { status, type, text } = await read('/metrics')
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  for (const name of ['placard_transaction_duration_seconds_bucket', 'nodejs_eventloop_lag_seconds', 'placard_leader'])
    expect(text).toContain(name)
  expect((await read('/')).status).toBe(404)
  metricsServer.close()
  const server = await createTestServer()
  expect((await server.app.inject('/metrics')).statusCode).toBe(404)
  await server.close()
})
