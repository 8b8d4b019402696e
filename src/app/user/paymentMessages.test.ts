// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import call from '../../engine/actions/call/call.ts'
import { recorder } from '../../../tests/support/actionRecorder.ts'
import type { CallDef } from '../../engine/language/expressions/program.ts'
import { get } from '../../engine/state/store.ts'
import { createApi, type Api } from '../../engine/transport/api.ts'
import { paymentPorts, watchPendingPayments } from './pendingPayments.ts'
import { client } from '../../../tests/support/client.ts'

const def: CallDef = { method: 'POST', auth: true, effect: 'money', data: { type: 'null' } }
const reply = (type: string, code: string) => Response.json({ type, code, message: code, data: null })
const lost = () => Promise.reject(new TypeError('lost'))
const accepted = async () => reply('ok', 'orderPlaced')
const refused = async () => reply('error', 'insufficientBalance')

interface App {
  api: Api
  /** The next replies to payments. */
  replies: (() => Promise<Response>)[]
  /** The outcome that the server knows; null while it cannot be reached. */
  outcome: { done: boolean; success: string | null } | null
  /** Presses the button of a screen, which shows its own success. */
  pay: (amount: string, name?: string) => Promise<void>
}

const stops: (() => void)[] = []

async function start(): Promise<App> {
  const it: App = {
    replies: [],
    outcome: null,
    api: createApi({
      fetch: () => it.replies.shift()?.() ?? lost(),
      lang: () => 'en',
      token: () => 't',
      onToast: ({ code, payment }) =>
        client.ui.showToast(code, { tone: 'error', ...(payment && { about: 'payment' }) }),
      onSessionEnd: () => undefined,
      busy: { begin: () => undefined, end: () => undefined },
      ...paymentPorts(
        client,
        Promise.resolve(),
        async () =>
          it.outcome
            ? { ok: true, data: it.outcome, code: '1', message: '', params: {} }
            : { ok: false, kind: 'network', code: 'unreachable', message: '', params: {} },
        () => undefined,
      ),
      resendAfter: [],
    }),
    async pay(amount, name = 'coin/trade') {
      const { context } = recorder({
        call: (...args) => it.api.call(...args),
        toast: client.ui.showToast,
        explain: ({ code }) => code,
      })
      const { branch } = await call.run({ call: name, payload: { amount } }, context)
      if (branch === 'onSuccess') client.ui.showToast('filled', { tone: 'success' })
    },
  }
  it.api.define({ 'coin/trade': def, 'wallet/transfer': def })
  stops.push(watchPendingPayments(client, it.api))
  await client.session.login('t', async () => ({
    ok: true,
    data: { id: 'ann', mode: 'real' },
    code: '',
    message: '',
    params: {},
  }))
  return it
}

const shown = () => get(client.ui.toasts).map(({ text }) => text)
const unresolved = () => get(client.unresolvedPayments.atom)
const DONE = 'shell.moneyDone'
const VOID = 'shell.moneyUndone'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  localStorage.clear()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  client.session.logout()
  client.ui.reset()
  vi.useRealTimers()
})

describe('after a lost reply', () => {
  it('the user sees that the reply is missing', async () => {
    const app = await start()
    await app.pay('5')
    expect([shown(), unresolved()]).toEqual([['unreachable'], ['coin/trade']])
  })

  it.each([
    ['executed', { done: true, success: 'orderPlaced' }, DONE],
    ['not executed', { done: false, success: null }, VOID],
  ])('the outcome replaces the message: %s', async (_, outcome, text) => {
    const app = await start()
    await app.pay('5')
    app.outcome = outcome
    await app.api.resolveUnanswered(true)
    expect([shown(), unresolved()]).toEqual([[text], []])
  })

  it('the success of the same payment sent again removes the message', async () => {
    const app = await start()
    await app.pay('5')
    app.replies = [accepted]
    await app.pay('5')
    expect([shown(), unresolved()]).toEqual([['filled'], []])
  })

  it('a refusal of the second attempt is not shown when the first had been executed', async () => {
    const app = await start()
    await app.pay('5')
    app.replies = [refused]
    app.outcome = { done: true, success: 'orderPlaced' }
    await app.pay('5')
    expect([shown(), unresolved()]).toEqual([[DONE, 'earlierDone'], []])
  })

  it('"not carried out" is gone when the next payment succeeds', async () => {
    const app = await start()
    await app.pay('5')
    app.replies = [accepted]
    app.outcome = { done: false, success: null }
    await app.pay('6')
    expect([shown(), unresolved()]).toEqual([['filled'], []])
  })

  it('"not carried out" is gone when another payment succeeds later', async () => {
    const app = await start()
    await app.pay('5')
    app.outcome = { done: false, success: null }
    await app.api.resolveUnanswered(true)
    app.replies = [accepted]
    await app.pay('6', 'wallet/transfer')
    expect(shown()).toEqual(['filled'])
  })
})

it('a refusal is gone when the next payment succeeds', async () => {
  const app = await start()
  app.replies = [refused, accepted]
  await app.pay('5')
  expect(shown()).toEqual(['insufficientBalance'])
  await app.pay('4')
  expect(shown()).toEqual(['filled'])
})

it('opposite outcomes are shown one after the other', async () => {
  const app = await start()
  const outcomes = [
    { done: true, success: 'orderPlaced' },
    { done: false, success: null },
  ]
  const ports = paymentPorts(
    client,
    Promise.resolve(),
    async () => ({ ok: true, data: null, code: '', message: '', params: {} }),
    () => undefined,
  )
  for (const outcome of outcomes) ports.reconcile?.onResolved({ call: 'coin/trade', ...outcome })
  await vi.advanceTimersByTimeAsync(0)
  expect(shown()).toEqual([DONE])
  await vi.advanceTimersByTimeAsync(8_000)
  expect(shown()).toEqual([VOID])
  await vi.advanceTimersByTimeAsync(8_000)
  expect([shown(), unresolved(), app.replies]).toEqual([[VOID], [], []])
})

describe('with two tabs', () => {
  it('the message goes when the other tab has learned the outcome', async () => {
    const app = await start()
    await app.pay('5')
    const name = Object.keys(localStorage).find((key) => key.startsWith('placard.submit.')) ?? ''
    localStorage.removeItem(name)
    window.dispatchEvent(new StorageEvent('storage', { key: name, newValue: null }))
    await vi.advanceTimersByTimeAsync(0)
    expect([shown(), unresolved()]).toEqual([[], []])
  })

  it('the message of one user is not shown to the next', async () => {
    const app = await start()
    await app.pay('5')
    client.session.logout()
    expect(unresolved()).toEqual([])
  })
})
