import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CallId } from '../../../../src/generated/calls.ts'

const ROOT = join(import.meta.dirname, '../../../..')

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }
export type Fields = Record<string, Json>

const isFields = (value: Json | undefined): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const readJson = (path: string): Fields => JSON.parse(readFileSync(join(ROOT, path), 'utf8')) as Fields
const filesOf = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .map((name) => join(folder, name))

/** A figure of a promise: where a payload has it. */
export interface PromisedField {
  figure: string
  path: readonly string[]
}

/** The promised fields of the payload of each money call of the contract. */
export const PROMISED: ReadonlyMap<CallId, readonly PromisedField[]> = new Map(
  filesOf('schemas/api').flatMap((path) => {
    const { call, effect, payload } = readJson(path)
    return effect === 'money' && isFields(payload) ? [[call as CallId, promisedIn(payload, [])] as const] : []
  }),
)

function promisedIn(schema: Fields, path: readonly string[]): PromisedField[] {
  const own = typeof schema['x-promise'] === 'string' ? [{ figure: schema['x-promise'], path }] : []
  const fields = isFields(schema.properties) ? Object.entries(schema.properties) : []
  return [...own, ...fields.flatMap(([name, field]) => (isFields(field) ? promisedIn(field, [...path, name]) : []))]
}

/** The value of a payload at a path; in a screen, its expression, which may be a member of a map. */
export function valueAt(payload: Json, path: readonly string[]): string | null {
  let value: Json | undefined = payload
  for (const name of path) value = isFields(value) ? value[name] : memberOf(value, name)
  return typeof value === 'string' ? value : null
}

function memberOf(map: Json | undefined, name: string): string | undefined {
  const expression = typeof map === 'string' && map.startsWith('={') ? map : ''
  const member = new RegExp(`'${name}': ([^,}]+)`).exec(expression)?.[1]
  return member && `=${member}`
}

/** Separates the amounts of one row. */
export const SEPARATOR = ' · '

/** Keys of the labels under which confirmations show the figures of a call: by call, then by figure. */
export const LABELS: ReadonlyMap<CallId, ReadonlyMap<string, readonly string[]>> = labelsOf()

function labelsOf(): Map<CallId, Map<string, string[]>> {
  const all = new Map<CallId, Map<string, string[]>>()
  const note = (call: CallId, { payload }: Fields, confirm: Fields): void => {
    const labels = all.get(call) ?? new Map<string, string[]>()
    all.set(call, labels)
    for (const { figure, path } of PROMISED.get(call) ?? []) {
      const sent = valueAt(payload ?? null, path)
      const rows = Array.isArray(confirm.rows) ? confirm.rows.filter((row) => isFields(row)) : []
      for (const { label, value } of rows.flatMap(partsOf))
        if (sent !== null && shows(value, sent)) labels.set(figure, [...(labels.get(figure) ?? []), ...keysIn(label)])
    }
  }
  const visit = (node: Json, confirm: Fields | null): void => {
    if (Array.isArray(node)) {
      let last = confirm
      for (const step of node) {
        if (isFields(step) && step.action === 'confirm') last = step
        visit(step, last)
      }
    } else if (isFields(node)) {
      if (node.action === 'call' && confirm && PROMISED.has(node.call as CallId))
        note(node.call as CallId, node, confirm)
      for (const value of Object.values(node)) visit(value, confirm)
    }
  }
  for (const path of filesOf('screens')) visit(readJson(path), null)
  return all
}

/** The labelled amounts of a row: its own, and those with a label behind a separator. */
function partsOf({ label, value }: Fields): { label: string; value: string }[] {
  if (typeof value !== 'string' || typeof label !== 'string') return []
  const [first = '', ...others] = value.split(` + '${SEPARATOR}' + `)
  return [
    { label, value: first },
    ...others.flatMap((part) => {
      const [, key, shown] = /^text\('([^']+)'\) \+ ' ' \+ (.+)$/.exec(part) ?? []
      return key === undefined ? [] : [{ label: key, value: `=${shown}` }]
    }),
  ]
}

/** Whether a row shows an expression as an amount, price or time: `=money(result.fee, …)` shows `=result.fee`. */
function shows(value: string, sent: string): boolean {
  const read = sent.slice(1)
  return value === `=dateTime(${read})` || ['money', 'price'].some((name) => value.startsWith(`=${name}(${read},`))
}

/** The texts that a label may be: its key, or those of an expression. */
function keysIn(label: string): string[] {
  return label.startsWith('=') ? [...label.matchAll(/text\('([^']+)'/g)].map(([, key]) => key ?? '') : [label]
}
