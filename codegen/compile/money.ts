import type { Expr } from '../../src/core/program.ts'
import type { Call } from './contract.ts'
import { member } from './source.ts'
import type { JsonNode } from './source.ts'
import type { Place } from './place.ts'
import { join } from './shape.ts'
import { typesOf } from './schema.ts'
import moneyAmount from '../check/rules/money-amount.ts'
import moneyConfirm from '../check/rules/money-confirm.ts'
import moneyFail from '../check/rules/money-fail.ts'

/** The expressions shown by the confirms that stand before a step; undefined when there was none. */
export type Shown = readonly Expr[]

const AMOUNTS = new Set(['money', 'quantity', 'lots', 'any'])

/** A call of effect "money" needs the reader's yes to the very amounts it sends, and a way on when it fails. */
export function checkMoney(call: Call, payload: Expr, node: JsonNode, at: JsonNode, { unit, path }: Place, shown: Shown | undefined): void {
  if (call.effect !== 'money') return
  if (!member(node, 'fail')) unit.report(moneyFail, at, join(path, 'fail'), `"${call.id}" moves money and has no "fail" branch.`, 'Add "fail": […]: tell the reader what to do, or lead on.')
  if (!shown) {
    unit.report(moneyConfirm, at, path, `"${call.id}" moves money, and no confirm stands before it.`, 'Put {"do": "confirm", …} before it, with the amount in its rows.')
    return
  }
  const seen = new Set<string>()
  for (const expr of shown) collect(expr, seen)
  const entries = Array.isArray(payload) && payload[0] === 'map' ? (payload as readonly Expr[]).slice(1) : []
  for (let index = 0; index < entries.length; index += 2) {
    const name = String(entries[index])
    const schema = call.payload.properties?.[name]
    if (!schema || !typesOf(schema).types.includes('string') || schema.format !== 'decimal' || !AMOUNTS.has(schema['x-unit'] ?? 'any')) continue
    if (!seen.has(JSON.stringify(entries[index + 1]))) {
      unit.report(moneyAmount, member(member(node, 'payload'), name) ?? at, join(path, `payload/${name}`), `"${name}" is sent, and the confirm before it does not show this very value.`, 'Show the same expression in a row of the confirm.')
    }
  }
}

function collect(expr: Expr, seen: Set<string>): void {
  seen.add(JSON.stringify(expr))
  if (Array.isArray(expr)) for (const part of expr as readonly Expr[]) collect(part, seen)
}
