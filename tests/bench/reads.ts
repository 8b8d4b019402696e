import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from '../../src/server/app.ts'
import { DEMO } from '../../src/server/modules/identity/seed.ts'
import type { Measure } from './run.ts'

export const about =
  'how long thousands of pipelined reads of one client hold others: the longest turn of the event loop, in processor time'

const PIPELINED = 5_000
const READS = ['user/info', 'user/datastatistics', 'currency/whkdata'] as const
const QUERY: Partial<Record<(typeof READS)[number], string>> = {
  'currency/whkdata': 'symbol=BTCUSDT&interval=1h&limit=500',
}
const BUDGET = 60

/** The second run counts: in the first one the code is compiled. */
const RUNS = 2

/** Longest turn of the server's event loop while a client pipelines reads. */
export async function bench(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const call of READS) {
    const server = await createServer({ checkReplies: false, passwordCost: 16, tickRate: 0, readBudget: BUDGET })
    try {
      const origin = await server.app.listen({ host: '127.0.0.1', port: 0 })
      const token = await login(origin)
      let longest = 0
      for (let run = 0; run < RUNS; run++) longest = await longestTurn(pipeline(server, token, call))
      measures.push({
        name: `longest turn beside ${PIPELINED} pipelined ${call}`,
        ours: longest,
        unit: 'ms',
        budget: 50,
      })
    } finally {
      await server.close()
    }
  }
  return measures
}

async function login(origin: string): Promise<string> {
  const slide = (await (await fetch(`${origin}/api/captcha/slide`)).json()) as { data: { challenge: string } }
  const { account, password } = DEMO
  const body = new URLSearchParams({ type: 'account', account, password, slide: slide.data.challenge })
  const reply = (await (await fetch(`${origin}/api/user/login`, { method: 'POST', body })).json()) as {
    data: { token: string }
  }
  return reply.data.token
}

/** Processor time of this process, in milliseconds: other programs do not count. */
function processorTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Longest turn of this event loop until `work` is done. */
async function longestTurn(work: Promise<void>): Promise<number> {
  let running = true
  void work.finally(() => (running = false))
  let [longest, before] = [0, processorTime()]
  await new Promise<void>((resolve) => {
    const turn = () => {
      const now = processorTime()
      longest = Math.max(longest, now - before)
      before = now
      if (running) setImmediate(turn)
      else resolve()
    }
    setImmediate(turn)
  })
  await work
  return longest
}

/** Client in a separate process: sends all requests at once, and exits with the last reply. */
const CLIENT = `
const [port, text, replies] = [Number(process.argv[1]), process.argv[2].repeat(Number(process.argv[3])), Number(process.argv[3])]
let rest = ''
let count = 0
const socket = require('node:net').connect(port, '127.0.0.1', () => socket.write(text))
socket.on('data', (chunk) => {
  rest += chunk.toString('latin1')
  count += rest.split('HTTP/1.1 200').length - 1
  rest = rest.slice(-11)
  if (count >= replies) process.exit(0)
})
socket.on('close', () => process.exit(1))
`

async function pipeline(server: Server, token: string, call: (typeof READS)[number]): Promise<void> {
  const { port } = server.app.server.address() as AddressInfo
  const request = `GET /api/${call}?${QUERY[call] ?? ''} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: ${token}\r\n\r\n`
  const client = spawn(process.execPath, ['-e', CLIENT, String(port), request, String(PIPELINED)], { stdio: 'ignore' })
  const [code] = (await once(client, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`${call}: not all of ${PIPELINED} replies came`)
}
