import { getNodeValue } from 'jsonc-parser'
import { nodeAt, parse, setValue } from '../model/document.ts'

/** A free name for the data of a call: "wallet/transfers" is transfers, "wallet/out_info" is outInfo. */
export function queryNameOf(call: string, taken: readonly string[]): string {
  const last = call.split('/').at(-1) ?? call
  const name = last.replaceAll(/[^a-zA-Z0-9]+([a-zA-Z0-9])/g, (_all, letter: string) => letter.toUpperCase())
  let free = name
  for (let count = 2; taken.includes(free); count += 1) free = `${name}${count}`
  return free
}

/** A screen with the data of one more call. Data of a user lets in only those who have logged in. */
export function withQuery(text: string, call: string, needsSession: boolean): string {
  const valueOf = (place: string): unknown => {
    const node = nodeAt(parse(text), place)
    return node && (getNodeValue(node) as unknown)
  }
  const name = queryNameOf(call, Object.keys((valueOf('queries') ?? {}) as object))
  const next = setValue(text, `queries/${name}`, { call })
  const access = valueOf('access')
  const rules = Array.isArray(access) ? (access as unknown[]) : []
  return needsSession && !rules.includes('login') ? setValue(next, 'access', ['login', ...rules]) : next
}
