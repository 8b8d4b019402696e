import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createClock } from '../../../src/server/clock.ts'
import { openDatabase } from '../../../src/server/storage/openDatabase.ts'
import {
  createLedger,
  LedgerError,
  type HoldInput,
  type WalletKind,
  type Mode,
  type AccountRef,
  type PostingInput,
  type SystemAccount,
} from '../../../src/server/ledger/index.ts'
import { createRandom } from './random.ts'

/** One step of the work: written at its begin, and again as `done` after the ledger's answer. Amounts are decimal digits. */
export type Step =
  | {
      do: 'post'
      key: string
      mode: Mode
      entries: { from: AccountRef; to: AccountRef; currency: string; amount: string }[]
    }
  | { do: 'hold'; key: string; mode: Mode; owner: string; kind: WalletKind; currency: string; amount: string }
  | { do: 'commit'; id: string; amounts: string[] }
  | { do: 'void'; id: string }
export interface Said {
  at: 'begun' | 'done' | 'refused'
  step: Step
  id?: string
  created?: boolean
}

const WORKERS = 8
const OWNERS = ['ann', 'bob', 'cat', 'dan']
const SYSTEM: readonly SystemAccount[] = ['deposits', 'fees', 'exchange']

// Runs as a separate program, so that it can be killed: <database> <seed> <round>, and on stdin the steps to begin with, one a line.
const [file = '', seed = '0', round = '0'] = process.argv.slice(2)
const random = createRandom(Number(seed))
const { db } = await openDatabase(file)
const ledger = createLedger(db, createClock())
const holds: string[] = []
let count = 0

const PAUSE_MS = 1
const pause = new Int32Array(new SharedArrayBuffer(4))

/** Synchronous: a written line is in the pipe when the process dies. A full pipe accepts a part or nothing until it is read. */
function say(said: Said): void {
  let unsent = Buffer.from(`${JSON.stringify(said)}\n`)
  while (unsent.length > 0) {
    try {
      unsent = unsent.subarray(writeSync(1, unsent))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
      Atomics.wait(pause, 0, 0, PAUSE_MS)
    }
  }
}

function place(): AccountRef {
  return random() < 0.2
    ? random.pick(SYSTEM)
    : { owner: random.pick(OWNERS), kind: random.pick<WalletKind>(['coin', 'contract']) }
}

function invent(): Step {
  const key = `${round}-${++count}`
  const mode = random.pick<Mode>(['real', 'demo'])
  const amount = () => String(1 + random.int(900))
  const currency = random.pick(['USDT', 'BTC'])
  const kind = random()
  const hold = holds.length > 0 ? (holds[random.int(holds.length)] ?? '') : ''
  if (kind < 0.2)
    return {
      do: 'post',
      key,
      mode,
      entries: [{ from: 'deposits', to: { owner: random.pick(OWNERS), kind: 'coin' }, currency, amount: amount() }],
    }
  if (kind < 0.3 && hold) return { do: 'void', id: hold }
  if (kind < 0.5 && hold) return { do: 'commit', id: hold, amounts: [amount(), ...(random() < 0.3 ? ['1'] : [])] }
  if (kind < 0.7)
    return {
      do: 'hold',
      key,
      mode,
      owner: random.pick(OWNERS),
      kind: random.pick<WalletKind>(['coin', 'contract']),
      currency,
      amount: amount(),
    }
  const entries = Array.from({ length: 1 + random.int(3) }, () => ({
    from: place(),
    to: place(),
    currency: random.pick(['USDT', 'BTC']),
    amount: amount(),
  }))
  return { do: 'post', key, mode, entries }
}

async function run(step: Step): Promise<{ id?: string; created?: boolean }> {
  if (step.do === 'void') return ledger.voidHold(step.id).then(() => ({}))
  if (step.do === 'commit')
    return ledger.commitHold(
      step.id,
      step.amounts.map((amount, i) => ({ to: i === 0 ? 'trading' : 'fees', amount: BigInt(amount) })),
    )
  if (step.do === 'hold') {
    const request: HoldInput = { ...step, amount: BigInt(step.amount), reason: 'prove' }
    const { id, created } = await ledger.hold(request)
    holds.push(id)
    return { id, created }
  }
  const request: PostingInput = {
    mode: step.mode,
    key: step.key,
    reason: 'prove',
    entries: step.entries.map((entry) => ({ ...entry, amount: BigInt(entry.amount) })),
  }
  return ledger.post(request)
}

async function work(step: Step): Promise<void> {
  say({ at: 'begun', step })
  try {
    say({ at: 'done', step, ...(await run(step)) })
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error
    say({ at: 'refused', step })
  }
}

const again: Step[] = []
for await (const line of createInterface({ input: process.stdin })) again.push(JSON.parse(line) as Step)
for (const step of again) await work(step)
await Promise.all(
  Array.from({ length: WORKERS }, async () => {
    for (;;) await work(invent())
  }),
)
