import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from '../../src/server/clock.ts'
import { openDatabase } from '../../src/server/db.ts'
import { createLedger } from '../../src/server/ledger/index.ts'
import { freePort } from '../e2e/kit/ports.ts'
import { ask, BankClient, type Bank, type Line } from './kit/bank-client.ts'
import type { ProofOptions, ProofOutcome } from './kit/proof.ts'
import { proxy } from './kit/proxy.ts'
import { random, type Random } from './kit/random.ts'
import { serve, type Served } from './kit/served.ts'

export const about = 'people who transfer money over a line that loses answers, from a server that is killed with -9: nothing acknowledged is lost, nothing done twice, the books add up'
/** Kills. */
export const runs = { full: 20, short: 2 }

/** Beside 20 kills these are 10 000 transfers of 50 people. */
const TRANSFERS_A_KILL = 500
const PEOPLE = { full: 50, short: 8 }
const SHORT = { kills: 5, transfersAKill: 120 }
/** Of a hundred pieces of an answer. */
const LOST_PIECES = 15

export async function prove({ seed, runs: kills, log }: ProofOptions): Promise<ProofOutcome> {
  const short = kills < SHORT.kills
  const transfers = kills * (short ? SHORT.transfersAKill : TRANSFERS_A_KILL)
  const data = mkdtempSync(join(tmpdir(), 'placard-prove-bank-'))
  const dice = random(seed)
  const port = freePort()
  const line = await proxy(port)
  const open: Line = { origin: `http://127.0.0.1:${port}`, lost: 0, sent: 0 }
  const bank: Bank = {
    line: { origin: `http://127.0.0.1:${line.port}`, lost: 0, sent: 0 },
    submits: [],
    faults: [],
    counts: { refused: 0, resent: 0, doneUnheard: 0, asked: 0, voided: 0, otherBodyRefused: 0, lateRefused: 0 },
    left: transfers,
  }
  let served: Served = await serve(data, port)
  let seen = { postings: 0, unheardAtKill: 0 }
  let killed = 0
  let slowestRestartMs = 0
  try {
    const people = await Promise.all(Array.from({ length: short ? PEOPLE.short : PEOPLE.full }, (_, i) => enrol(open, `b${seed}_${i}`, i, bank, random(seed * 1009 + i))))
    line.lose(() => dice.int(100) < LOST_PIECES)
    const living = Promise.all(people.map((one) => one.live()))
    for (; killed < kills && bank.faults.length === 0; killed += 1) {
      const until = transfers - Math.floor((transfers * (killed + 1)) / (kills + 1))
      while (bank.left > until && bank.faults.length === 0) await sleep(2)
      await sleep(dice.int(40))
      await served.kill()
      seen = await inspect(data, bank, seen.unheardAtKill)
      const before = performance.now()
      served = await serve(data, port)
      slowestRestartMs = Math.max(slowestRestartMs, performance.now() - before)
      log(`kill ${killed + 1} of ${kills}: ${transfers - bank.left} of ${transfers} transfers, ${bank.line.lost} answers lost, ${bank.faults.length} faults`)
    }
    await living
    line.lose(() => false)
    for (const person of people) await compare(open, person, bank)
    await served.kill()
    seen = await inspect(data, bank, seen.unheardAtKill, true)
  } finally {
    await served.kill()
    await line.close()
    rmSync(data, { recursive: true, force: true })
  }
  const done = bank.submits.filter((submit) => submit.done).length
  for (const [what, count] of Object.entries(bank.counts)) if (count === 0) bank.faults.push(`nothing was ${what}: the proof shows nothing of it`)
  if (done < transfers / 2) bank.faults.push(`only ${done} of ${transfers} transfers were made`)
  for (const fault of bank.faults.slice(0, 20)) log(fault)
  return {
    ok: bank.faults.length === 0,
    figures: {
      people: short ? PEOPLE.short : PEOPLE.full, kills: killed, transfers, done, ...bank.counts, requests: bank.line.sent, answersLost: bank.line.lost, ...seen,
      slowestRestartMs: Math.round(slowestRestartMs), faults: bank.faults.length,
    },
  }
}

async function enrol(line: Line, account: string, number: number, bank: Bank, dice: Random): Promise<BankClient> {
  const ip = `10.1.${Math.floor(number / 200)}.${number % 200}`
  await ask(line, 'user/register', { type: 'account', account, password: 'secret1', country: 'DE' }, { ip })
  const slide = (await (await fetch(`${line.origin}/api/captcha/slide?lang=en`, { headers: { 'x-forwarded-for': ip } })).json()) as { data: { challenge: string } }
  const login = await ask(line, 'user/login', { type: 'account', account, password: 'secret1', slide: slide.data.challenge }, { ip })
  const user = login?.data?.user as { id: string } | undefined
  if (!user) throw new Error(`${account} cannot log in: ${String(login?.code)}`)
  return new BankClient(user.id, String(login?.data?.token), bank, dice)
}

/** What the server says somebody has, beside what must be there. */
async function compare(line: Line, { user, token, holds }: BankClient, bank: Bank): Promise<void> {
  const reply = await ask(line, 'wallet/list', {}, { token })
  const rows = (reply?.data?.rows ?? []) as { mode: 'real' | 'demo'; kind: 'coin' | 'contract'; currency: string; balance: string }[]
  if (rows.length < 4) bank.faults.push(`${user} has ${rows.length} accounts`)
  for (const { mode, kind, currency, balance } of rows) {
    const [whole = '', fraction = ''] = balance.split('.')
    const units = BigInt(whole + fraction.padEnd(8, '0'))
    if (currency === 'USDT' && units !== holds[mode][kind]) bank.faults.push(`${user} has ${units} in ${mode} ${kind} instead of ${holds[mode][kind]}`)
  }
}

/** What the dead server left on the disk: the books, and every transfer that somebody was told of, once and as asked. */
async function inspect(data: string, bank: Bank, unheardBefore: number, last = false): Promise<{ postings: number; unheardAtKill: number }> {
  const opened = await openDatabase(join(data, 'placard.db'))
  const { db } = opened
  try {
    bank.faults.push(...(await createLedger(db, createClock()).verify()))
    const postings = await db.selectFrom('ledger_posting').select('id').where('reason', '=', 'transfer').execute()
    const records = new Map((await db.selectFrom('transfers').selectAll().execute()).map((row) => [row.id, row]))
    const keys = new Set((await db.selectFrom('idempotency').select('key').where('call', '=', 'wallet/transfer').execute()).map(({ key }) => key))
    if (postings.length !== records.size || postings.some(({ id }) => !records.has(id))) bank.faults.push(`${postings.length} postings have ${records.size} records`)
    if (keys.size !== records.size) bank.faults.push(`${keys.size} keys have ${records.size} transfers`)
    let unheard = 0
    for (const { key, user, body, done, id } of bank.submits) {
      const record = id === null ? undefined : records.get(id)
      if (done && !keys.has(key)) bank.faults.push(`${key} was acknowledged and is not there`)
      if (id !== null && (record?.user_id !== user || record.mode !== body.mode || record.payer !== body.from || record.amount !== BigInt(body.amount.replace('.', '')))) bank.faults.push(`${id} is not there as it was asked for`)
      if (!done && keys.has(key)) unheard += 1
    }
    if (last && unheard > 0) bank.faults.push(`${unheard} transfers were made that their senders were told not to be`)
    return { postings: postings.length, unheardAtKill: last ? unheardBefore : unheardBefore + unheard }
  } finally {
    await opened.close()
  }
}
