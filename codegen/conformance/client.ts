import { contract } from '../../src/generated/contract.ts'
import type { CallId } from '../../src/generated/calls.ts'
import { isObject } from '../../src/engine/language/values/json.ts'

const TIMEOUT_MS = 15_000

export interface Reply {
  status: number
  /** The body as JSON; undefined if it is none. */
  body: unknown
  text: string
}

export interface SendOptions {
  token?: string | undefined
  /** Idempotency-Key. */
  key?: string
}

export type Send = (call: string, payload?: Record<string, unknown>, options?: SendOptions) => Promise<Reply>

/** Sends calls as the app does: a GET with a query, a POST as JSON with a session and as a form without. */
export function createClient(base: string): Send {
  return async (call, payload = {}, { token, key } = {}) => {
    const facts = Object.hasOwn(contract, call) ? contract[call as CallId] : undefined
    const fields: Record<string, unknown> = { ...payload, lang: 'en' }
    const headers: Record<string, string> = { accept: 'application/json' }
    if (token !== undefined) headers.authorization = token
    if (key !== undefined) headers['idempotency-key'] = key
    const text = new URLSearchParams(
      Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
    ).toString()
    const init: RequestInit = { headers, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }
    let address = `${base}${call}`
    if (facts?.method !== 'POST') address += `?${text}`
    else {
      init.method = 'POST'
      if (facts.files.length > 0) {
        const form = new FormData()
        for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
        init.body = form
      } else {
        headers['content-type'] = facts.auth ? 'application/json' : 'application/x-www-form-urlencoded'
        init.body = facts.auth ? JSON.stringify(fields) : text
      }
    }
    const response = await fetch(address, init)
    const body = await response.text()
    return { status: response.status, body: parsed(body), text: body }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The data of a successful reply; undefined for any other. */
export const dataOf = ({ status, body }: Reply): unknown =>
  status === 200 && isObject(body) && body.type === 'ok' ? body.data : undefined
