import type { Expr } from '../../src/core/program.ts'
import { entriesOf, isOperation, operandsOf, operationsOf } from '../../src/core/visit.ts'
import type { Call } from './contract.ts'
import { itemsOf, member } from './source.ts'
import type { JsonNode } from './source.ts'
import type { CompileContext } from './compileContext.ts'
import { joinPath } from './readFields.ts'
import { typesOf } from './schema.ts'
import type { Schema } from './schema.ts'
import type { StepFlow } from './stepFlow.ts'
import type { ConfirmedValues } from './confirmedValues.ts'
import moneyAmount from '../check/rules/money-amount.ts'
import moneyConfirm from '../check/rules/money-confirm.ts'
import moneyFail from '../check/rules/money-fail.ts'
import moneyRepeat from '../check/rules/money-repeat.ts'
import moneyStale from '../check/rules/money-stale.ts'
import moneyTrigger from '../check/rules/money-trigger.ts'

const AMOUNTS = new Set(['money', 'quantity', 'lots', 'any'])

/** A number of the payload that the user must confirm. */
interface Amount {
  path: string
  /** Undefined for an item of a list known only at run time: no confirm can show it. */
  expr: Expr | undefined
}

/** Checks that a call of effect "money" has a press, the user's confirmation of exactly the amounts sent, and a failure branch. */
export function checkMoney(
  call: Call,
  payload: Expr,
  node: JsonNode,
  at: JsonNode,
  context: CompileContext,
  before: StepFlow,
): void {
  if (call.effect !== 'money') return
  const { unit, path } = context
  if (itemsOf(member(node, 'onError')).length === 0)
    unit.report(
      moneyFail,
      member(node, 'onError') ?? at,
      joinPath(path, 'onError'),
      `"${call.id}" moves money and has no "onError" branch${member(node, 'onError') ? ' with a step in it' : ''}.`,
      'Add "onError": […] with a message or a navigation.',
    )
  checkTrigger(call, at, context)
  if (!before.confirmed) {
    if (before.consumedBy !== undefined)
      unit.report(
        moneyRepeat,
        at,
        path,
        `The user has confirmed one call, and "${before.consumedBy}" has been sent already: it could be paid twice.`,
        'Put a separate confirm step before it, with its amount.',
      )
    else
      unit.report(
        moneyConfirm,
        at,
        path,
        `"${call.id}" moves money, and there is no confirm step before it.`,
        'Put {"action": "confirm", …} before it, with the amount in its rows.',
      )
    return
  }
  for (const amount of amountsOf(call.payload, payload, ''))
    checkAmount(amount, before.confirmed, before, nodeAt(member(node, 'payload'), amount.path) ?? at, context)
}

function checkTrigger(call: Call, at: JsonNode, { unit, path, trigger }: CompileContext): void {
  if (!trigger || trigger.guarded) return
  const starts =
    trigger.widget === undefined
      ? 'this runs whenever the screen is entered'
      : `${trigger.widget} does not wait while "${trigger.event}" runs`
  unit.report(
    moneyTrigger,
    at,
    path,
    `"${call.id}" moves money, and ${starts}.`,
    'Start it with the press of a Button or the submit of a Form.',
  )
}

function checkAmount(
  { path: name, expr }: Amount,
  shown: ConfirmedValues,
  before: StepFlow,
  at: JsonNode,
  context: CompileContext,
): void {
  const { unit, path } = context
  const field = `payload/${name}`
  if (expr === undefined || !shown.includes(JSON.stringify(expr))) {
    unit.report(
      moneyAmount,
      at,
      joinPath(path, field),
      `"${name}" is sent, and the confirm before it does not show this very value${expr === undefined ? ': it is one of a list' : ''}.`,
      'Show the same expression in a row of the confirm, under no condition.',
    )
    return
  }
  for (const [root, from] of volatileReadsOf(expr)) {
    if (root === 'state' && before.written.has(from))
      unit.report(
        moneyStale,
        at,
        joinPath(path, field),
        `"${name}" reads the state "${from.slice(from.lastIndexOf(':') + 1)}", which is set between the confirm and this call.`,
        'Set it before the confirm.',
      )
    else if (root === 'data')
      unit.report(
        moneyStale,
        at,
        joinPath(path, field),
        `"${name}" reads the query "${from}", which may be refreshed while the confirmation is open.`,
        'Keep it in a state before the confirm, and show and send that state.',
      )
    else if (root === 'forms' && before.written.has(`forms.${from}`))
      unit.report(
        moneyStale,
        at,
        joinPath(path, field),
        `"${name}" reads what is typed into the form "${from}", which is filled between the confirm and this call.`,
        'Send what the form has given: "=form.…".',
      )
    else if (root === 'param' && from.startsWith(unit.local('')))
      checkParameter(name, from.slice(unit.local('').length), before, at, { ...context, path: joinPath(path, field) })
    else if (root === 'quote')
      unit.report(
        moneyStale,
        at,
        joinPath(path, field),
        `"${name}" reads a live price, which changes while the confirmation is open.`,
        'Keep it in a state before the confirm, and show and send that state.',
      )
  }
}

/** A parameter of a part is evaluated where it is read, so its argument is checked where the part is used. */
function checkParameter(
  amount: string,
  param: string,
  before: StepFlow,
  at: JsonNode,
  { unit, path }: CompileContext,
): void {
  if (unit.kind !== 'part' || !unit.params.has(param)) return
  unit.sent.add(param)
  if (before.written.size > 0)
    unit.report(
      moneyStale,
      at,
      path,
      `"${amount}" reads the parameter "${param}", which may read a state that is set between the confirm and this call.`,
      'Set it before the confirm.',
    )
}

/** Checks that the parameters that a part sends cannot change while its confirm is shown. */
export function checkSentParam(
  part: string,
  param: string,
  expr: Expr,
  at: JsonNode,
  { unit, path }: CompileContext,
): void {
  for (const [root, from] of volatileReadsOf(expr)) {
    if (root === 'data' || root === 'quote')
      unit.report(
        moneyStale,
        at,
        path,
        `The part "${part}" sends "${param}" with a call that moves money, and this reads ${root === 'data' ? `the query "${from}", which may be refreshed` : 'a live price, which changes'} while the confirmation is open.`,
        'Let the part ask the server for what it will send, and show and send the answer.',
      )
    else if (root === 'param' && unit.kind === 'part' && unit.params.has(from.slice(unit.local('').length)))
      unit.sent.add(from.slice(unit.local('').length))
  }
}

function amountsOf(schema: Schema, payload: Expr, within: string): Amount[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const expr = fieldOf(payload, name)
    const path = `${within}${name}`
    if (expr === undefined || expr === null) return []
    if (isAmount(property)) return [{ path, expr }]
    const { types } = typesOf(property)
    if (types.includes('object')) return amountsOf(property, expr, `${path}/`)
    if (!types.includes('array') || !property.items || !containsAmount(property.items)) return []
    const items = isOperation(expr) && expr[0] === 'list' ? operandsOf(expr) : undefined
    if (!items) return [{ path, expr: undefined }]
    const { items: each } = property
    return items.flatMap((item, index) =>
      isAmount(each) ? [{ path: `${path}/${index}`, expr: item }] : amountsOf(each, item, `${path}/${index}/`),
    )
  })
}

const isAmount = (schema: Schema): boolean =>
  typesOf(schema).types.includes('string') && schema.format === 'decimal' && AMOUNTS.has(schema['x-unit'] ?? 'any')
const containsAmount = (schema: Schema): boolean =>
  isAmount(schema) ||
  Object.values(schema.properties ?? {}).some(containsAmount) ||
  (schema.items !== undefined && containsAmount(schema.items))

/** A field of the sent payload; undefined if omitted. */
function fieldOf(payload: Expr, name: string): Expr | undefined {
  if (!isOperation(payload)) return undefined
  return payload[0] === 'map' ? entriesOf(payload).find(([key]) => key === name)?.[1] : ['.', payload, name]
}

function nodeAt(payload: JsonNode | undefined, path: string): JsonNode | undefined {
  let at = payload
  for (const name of path.split('/')) at = (at?.type === 'array' ? itemsOf(at)[Number(name)] : member(at, name)) ?? at
  return at
}

type VolatileRead = readonly [from: 'state' | 'data' | 'forms' | 'quote' | 'param', name: string]

/** Reads of an expression whose values may change automatically or by a step. */
const volatileReadsOf = (expr: Expr): VolatileRead[] =>
  operationsOf(expr).flatMap((read): VolatileRead[] => {
    switch (read[0]) {
      case '@':
        return read[1] === 'state' || read[1] === 'data' || read[1] === 'forms' ? [[read[1], read[2]]] : []
      case 'f':
        return read[1] === 'quote' ? [['quote', '']] : []
      case 'v':
        return [['param', read[1]]]
      default:
        return []
    }
  })
