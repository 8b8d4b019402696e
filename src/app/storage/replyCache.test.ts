// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CallDef } from '../../engine/language/expressions/program.ts'
import { createReplyCache } from './replyCache.ts'
import { client } from '../../../tests/support/client.ts'

const definition = (more: Partial<CallDef> = {}): CallDef => ({
  method: 'GET',
  auth: false,
  effect: 'read',
  data: { type: 'object', properties: { price: { type: 'string' } }, required: ['price'] },
  ...more,
})
const calls: Record<string, CallDef> = {
  quotes: definition(),
  balance: definition({ auth: true }),
  holdings: definition({ auth: true }),
  order: definition({ auth: true, effect: 'write' }),
}
const quotes = { call: 'quotes', payload: { symbol: 'BTCUSDT' } }
const NOW = Math.floor(Date.now() / 1_000)

let cache: ReturnType<typeof createReplyCache>
let owner: string | null = null
const open = (lang = 'en') =>
  (cache = createReplyCache({
    storage: client.storage,
    definition: (call) => calls[call],
    lang: () => lang,
    keptCalls: ['holdings', 'order'],
    owner: () => owner,
  }))
beforeEach(() => void open())
afterEach(() => {
  cache.close()
  vi.useRealTimers()
  for (const key of client.storage.storedKeys('seen.')) client.storage.writeText(key, null)
})

test('a reply is read again after a reload, with its time, for the same payload and language', () => {
  cache.write(quotes, { price: '7' }, NOW)
  expect(cache.read(quotes)).toEqual({ value: { price: '7' }, updatedAt: NOW })
  window.dispatchEvent(new Event('pagehide'))
  cache.close()
  expect(open().read(quotes)).toEqual({ value: { price: '7' }, updatedAt: NOW })
  expect(cache.read({ ...quotes, payload: { symbol: 'ETHUSDT' } })).toBeNull()
  cache.close()
  expect(open('de').read(quotes)).toBeNull()
})

test('replies of the calls that the product names are kept for their user, until the session ends', () => {
  const holdings = { call: 'holdings', payload: {} }
  cache.write(holdings, { price: '7' }, NOW)
  expect(cache.read(holdings)).toBeNull()
  owner = 'ann'
  cache.write(holdings, { price: '7' }, NOW)
  cache.write({ call: 'order', payload: {} }, { price: '7' }, NOW)
  window.dispatchEvent(new Event('pagehide'))
  expect([cache.read(holdings)?.value, client.storage.storedKeys('seen.').length]).toEqual([{ price: '7' }, 1])
  owner = 'bob'
  expect(cache.read(holdings)).toBeNull()
  owner = 'ann'
  cache.write(holdings, { price: '8' }, NOW)
  cache.forgetOwn()
  expect([cache.read(holdings), client.storage.storedKeys('seen.')]).toEqual([null, []])
  owner = null
})

test('other replies of a user are not stored', () => {
  owner = 'ann'
  cache.write({ call: 'balance', payload: {} }, { price: '7' }, NOW)
  window.dispatchEvent(new Event('pagehide'))
  expect(client.storage.storedKeys('seen.')).toEqual([])
  owner = null
})

test('ignores a reply that the contract no longer allows, and one older than 30 days', () => {
  cache.write(quotes, { price: 7 }, NOW)
  expect(cache.read(quotes)).toBeNull()
  cache.write(quotes, { price: '7' }, NOW - 31 * 86_400)
  expect(cache.read(quotes)).toBeNull()
  expect(cache.read({ call: 'gone', payload: {} })).toBeNull()
})

test('ignores what was altered on the device', () => {
  cache.write(quotes, { price: '7' }, NOW)
  window.dispatchEvent(new Event('pagehide'))
  for (const text of ['{', '{}', '{"updatedAt":"x","value":{}}']) {
    for (const key of client.storage.storedKeys('seen.')) client.storage.writeText(key, text)
    expect(cache.read(quotes)).toBeNull()
  }
})

test('keeps the latest replies within its limit', () => {
  const large = 'x'.repeat(150_000)
  for (let i = 0; i < 12; i += 1) cache.write({ call: 'quotes', payload: { i } }, { price: large }, NOW - 100 + i)
  cache.write({ call: 'quotes', payload: { huge: true } }, { price: 'x'.repeat(250_000) }, NOW)
  window.dispatchEvent(new Event('pagehide'))
  const kept = client.storage.storedKeys('seen.')
  expect(kept.length).toBe(9)
  expect(cache.read({ call: 'quotes', payload: { i: 11 } })).not.toBeNull()
  expect(cache.read({ call: 'quotes', payload: { i: 0 } })).toBeNull()
  expect(cache.read({ call: 'quotes', payload: { huge: true } })).toBeNull()
})
