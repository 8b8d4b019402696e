import type { CallDef } from '../language/expressions/program.ts'
import type { Payload } from '../language/result.ts'

export interface RequestContext {
  base: string
  lang: string
  token: string | null
  idempotencyKey: string | undefined
}

/**
 * A call as arguments of fetch. Reads use the query; writes are JSON when the call sends the token, else a form;
 * any File makes the body multipart. Absent values (undefined, null) are omitted from queries and forms.
 */
export function buildRequest(
  call: string,
  def: CallDef,
  payload: Payload,
  context: RequestContext,
): { url: string; init: RequestInit } {
  const fields: Payload = { ...payload, lang: context.lang }
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (def.auth && context.token !== null) headers.Authorization = context.token
  if (context.idempotencyKey !== undefined) headers['Idempotency-Key'] = context.idempotencyKey

  // The API never redirects: following one could send the token or a form to a third party.
  const init: RequestInit = { method: def.method, headers, redirect: 'error', credentials: 'omit', cache: 'no-store' }
  const url = `${context.base.replace(/\/?$/, '/')}${call}`
  if (def.method === 'GET') return { url: `${url}?${new URLSearchParams(pairs(fields) as [string, string][])}`, init }

  if (carriesFile(fields)) {
    const form = new FormData()
    for (const [name, value] of pairs(fields)) form.append(name, value)
    init.body = form
  } else if (def.auth) {
    headers['Content-Type'] = 'application/json'
    init.body = JSON.stringify(fields)
  } else {
    headers['Content-Type'] = 'application/x-www-form-urlencoded'
    init.body = new URLSearchParams(pairs(fields) as [string, string][]).toString()
  }
  return { url, init }
}

/** Returns whether a field is a File or Blob, or a list with one: the body of such a call is multipart, and its timeout that of an upload. */
export const carriesFile = (payload: Payload): boolean => Object.values(payload).some(isFile)

function isFile(value: unknown): boolean {
  return value instanceof Blob || (Array.isArray(value) && value.some(isFile))
}

function pairs(fields: Payload): [string, string | Blob][] {
  const out: [string, string | Blob][] = []
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    if (value instanceof Blob) out.push([name, value])
    else if (isFile(value)) for (const file of value as Blob[]) out.push([name, file])
    else out.push([name, typeof value === 'string' ? value : JSON.stringify(value)])
  }
  return out
}
