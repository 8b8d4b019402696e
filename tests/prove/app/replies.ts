import { createServer, type AddressInfo, type Socket } from 'node:net'
import type { CallDef, Shape } from '../../../src/engine/language/expressions/program.ts'
import { ODD_REPLIES } from '../kit/odd-replies.ts'
import { createRandom } from '../kit/random.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'
import { createApiHarness } from '../kit/api-harness.ts'

const data: Shape = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    next: { type: ['integer', 'null'] },
    rows: {
      type: 'array',
      items: {
        type: 'object',
        properties: { amount: { type: 'string' }, note: { type: ['string', 'null'] } },
        required: ['amount', 'note'],
        additionalProperties: false,
      },
    },
  },
  required: ['id', 'next', 'rows'],
  additionalProperties: false,
}
const defs = Object.fromEntries(
  (['GET', 'POST'] as const).flatMap((method) =>
    [true, false].map((auth) => [
      `odd/${method}${auth}`,
      { method, auth, effect: auth && method === 'POST' ? 'money' : 'read', data } satisfies CallDef,
    ]),
  ),
)
const names = Object.keys(defs)
const TIMEOUT_MS = 4_000
const AT_ONCE = 24
/** A call that has not ended by then never ends; a busy machine does not reach it. */
const NEVER_MS = 300_000

export const about = 'random replies: every call settles as its reply allows, nothing is uncaught, the indicator goes'
export const runs = { full: 10_000, short: 200 }

/** Random replies, one connection each: every call settles, and as its reply allows or by its timeout, nothing is uncaught, the indicator disappears. */
export async function prove({ seed, runs, log }: ProofOptions): Promise<ProofResult> {
  const faults: string[] = []
  const uncaught = (error: unknown) => void faults.push(`uncaught: ${String(error)}`)
  process.on('uncaughtException', uncaught)
  process.on('unhandledRejection', uncaught)

  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let asked = ''
    const hear = (chunk: Buffer) => {
      asked += chunk.toString('latin1')
      const plan = /\bplan(?:=|":)(\d+)\D/.exec(asked)
      if (!plan) return
      socket.off('data', hear)
      socket.resume()
      const index = Number(plan[1])
      const random = createRandom(seed * 1_000_003 + index)
      random.pick(ODD_REPLIES).send(socket, random)
    }
    socket.on('data', hear)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`

  const app = createApiHarness({ base, timeoutMs: TIMEOUT_MS }, defs)
  const ended: Record<string, number> = {}
  let settled = 0
  let slowest = 0
  let next = 0

  async function worker(): Promise<void> {
    while (next < runs) {
      const plan = next
      next += 1
      const reply = createRandom(seed * 1_000_003 + plan).pick(ODD_REPLIES)
      const random = createRandom(seed + plan * 31)
      app.token = random() < 0.8 ? `token${plan}` : null
      const started = performance.now()
      const call = app.api.call(random.pick(names), { plan })
      const late = new Promise<'late'>((resolve) => void setTimeout(resolve, NEVER_MS, 'late').unref())
      const result = await Promise.race([call, late]).catch((error: unknown) => `thrown: ${String(error)}`)
      const took = performance.now() - started
      slowest = Math.max(slowest, took)
      if (typeof result === 'string') {
        faults.push(`${plan} (${reply.name}): ${result}`)
        continue
      }
      settled += 1
      const kind = result.ok ? 'ok' : result.kind
      ended[kind] = (ended[kind] ?? 0) + 1
      // Workers share the token, so the session of a valid read may have ended by then.
      const overtaken = !result.ok && result.code === 'sessionChanged' && reply.may.includes('ok')
      // A busy machine may not read a long reply within the timeout.
      const timedOut = kind === 'timeout' && took >= TIMEOUT_MS
      if (!reply.may.includes(kind) && !overtaken && !timedOut)
        faults.push(`${plan} (${reply.name}): ended as ${kind} ${result.code}`)
      if (plan % 1000 === 999) log(`${plan + 1} replies`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  await new Promise((resolve) => setTimeout(resolve, 50))

  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => server.close(resolve))
  process.off('uncaughtException', uncaught)
  process.off('unhandledRejection', uncaught)

  if (app.busy !== 0) faults.push(`busy is ${app.busy}`)
  for (const fault of faults.slice(0, 20)) log(fault)
  return {
    ok: faults.length === 0 && settled === runs,
    figures: {
      seed,
      runs,
      settled,
      slowestMs: Math.round(slowest),
      busy: app.busy,
      toasts: app.toasts.length,
      relaunches: app.relaunches,
      ended,
      faults: faults.length,
    },
  }
}
