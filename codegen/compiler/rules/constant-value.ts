import type { Expr, Json, Screen, Step } from '../../../src/engine/language/expressions/program.ts'
import { isJsonObject } from '../../../src/engine/language/values/json.ts'
import {
  contentOfNode,
  contentOfStep,
  entriesOf,
  isOperation,
  operationsOf,
  stepListsOf,
  visitSteps,
} from '../../../src/engine/language/expressions/visit.ts'
import type { Rule, ReportAt } from '../rule.ts'
import type { Call, Vocabulary } from '../contract/contract.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { sentCall } from '../flow/sentCall.ts'
import { walkScreen } from '../flow/walk.ts'
import type { Surroundings } from '../flow/walk.ts'
import { argumentOfKind } from '../flow/stateChanges.ts'
import { namesRead } from '../flow/namesRead.ts'

const rule: Rule = {
  meta: {
    name: 'constant-value',
    severity: 'error',
    follows: {
      // A constant currency is the currency that does not match.
      'currency-mismatch': 'near',
    },
    doc: 'A payment sends no constant for a value that its confirmation shows, its confirmation shows none for a value, and a query sends none for a field of the session.',
  },
  on: {
    screen({ screen, contract }, report) {
      checkSteps(screen.onShow, NOTHING, contract, report)
      checkQueries(screen, contract, report)
      const groups = groupsNamedIn(screen, contract)
      walkScreen(screen, {
        actions: contract.actions,
        node(node) {
          for (const steps of stepListsOf(contentOfNode(node))) checkSteps(steps, NOTHING, contract, report)
        },
        step(step, surroundings) {
          for (const { argument, key, sent } of constantsShown(step, surroundings, contract))
            if (sent || groups().has(groupOf(key))) report(showsConstant(key), `${step.sourcePath}/${argument}`)
        },
      })
    },
    constantOfSession: ({ name, value }, report) => report(constantOfSession(name, value)),
  },
}
export default rule

/**
 * Reports a query with a constant for a field of the session, on a screen that sends this field from the session. Two queries of one call
 * compare, and a query with a condition on the session is for one of its values.
 */
function checkQueries(screen: Screen, contract: Vocabulary, report: ReportAt): void {
  const queries = Object.entries(screen.queries)
  const given = queries.flatMap(([, { payload }]) => sessionFieldsIn(payload))
  walkScreen(screen, {
    actions: contract.actions,
    step(step) {
      const argument = argumentOfKind(contract.actions.get(step.action), 'payload')
      if (argument !== undefined) given.push(...sessionFieldsIn(step.exprs?.[argument]))
    },
  })
  for (const [name, { call, payload, enabled }] of queries) {
    if (!isOperation(payload) || payload[0] !== 'map' || queries.filter(([, other]) => other.call === call).length > 1)
      continue
    if (
      operationsOf(enabled ?? null).some(
        (operation) => operation[0] === '@' && operation[1] === 'session' && given.includes(operation[2]),
      )
    )
      continue
    const properties = contract.calls.get(call)?.payload.properties
    for (const [key, value] of entriesOf(payload)) {
      const field = String(key)
      if (typeof value === 'string' && given.includes(field) && (properties?.[field]?.enum?.length ?? 0) > 1)
        report(constantOfSession(field, value), `queries/${name}/payload/${field}`)
    }
  }
}

/** The fields of a payload that are the member of the session with their name. */
const sessionFieldsIn = (payload: Expr | undefined): string[] =>
  isOperation(payload) && payload[0] === 'map'
    ? entriesOf(payload).flatMap(([key, value]) =>
        isOperation(value) && value[0] === '@' && value[1] === 'session' && value[2] === key ? [key] : [],
      )
    : []

const groupOf = (key: string): string => key.split('.').slice(0, -1).join('.')

/** The groups of texts that name values of the screen: "side" of `enumText('side', order.side)`. Calculated on demand, once. */
function groupsNamedIn(screen: Screen, { actions }: Vocabulary): () => ReadonlySet<string> {
  let groups: Set<string> | undefined
  const add = (exprs: Readonly<Record<string, Expr>> | undefined): void => {
    for (const item of Object.values(exprs ?? {}).flatMap(operationsOf))
      if (item[0] === 'f' && item[1] === 'enumText' && isOperation(item[3])) groups?.add(String(item[2]))
  }
  return () => {
    if (groups) return groups
    groups = new Set()
    walkScreen(screen, { actions, node: ({ exprs }) => add(exprs), step: ({ exprs }) => add(exprs) })
    return groups
  }
}

interface ShownConstant {
  argument: string
  /** Of its text. */
  key: string
  /** It is named after a value of an enumeration that a step sends. */
  sent: boolean
}

/** The texts that a confirmation shows as a value: constants that the handler neither sends nor tests. */
function constantsShown(
  { action: name, exprs = {} }: Step,
  { conditions, event }: Surroundings,
  vocabulary: Vocabulary,
): ShownConstant[] {
  const { actions } = vocabulary
  const action = actions.get(name)
  if (!action?.confirms || !event) return []
  const words = new Set(conditions.flatMap(({ expr }) => literalsIn(expr)))
  const sent = new Set<string>()
  visitSteps(event.node.on?.[event.name] ?? [], {
    step: (step) => {
      const { action: other, args, exprs: given } = step
      if (actions.get(other)?.confirms) return
      for (const item of Object.values(args ?? {}))
        for (const value of isJsonObject(item) ? Object.values(item) : [item]) words.add(String(value))
      for (const word of Object.values(given ?? {}).flatMap(literalsIn)) words.add(word)
      for (const value of enumeratedValues(step, vocabulary)) sent.add(value)
    },
  })
  return Object.entries(exprs).flatMap(([argument, list]) => {
    const members = Object.entries(action.args.properties?.[argument]?.items?.properties ?? {})
    const shown = members.find(([, schema]) => schema['x-confirmed-value'] !== undefined)?.[0]
    return operationsOf(list).flatMap((row): ShownConstant[] => {
      const key = constantText(row[0] === 'map' ? entriesOf(row).find(([member]) => member === shown)?.[1] : undefined)
      const value = key?.split('.').at(-1) ?? ''
      return key === undefined || words.has(value) ? [] : [{ argument, key, sent: sent.has(value) }]
    })
  })
}

/** The key of a text that is the same for all values. */
function constantText(expr: Expr | undefined): string | undefined {
  if (!isOperation(expr)) return undefined
  if (expr[0] === 't') return expr[2] === undefined ? expr[1] : undefined
  return expr[0] === 'f' && expr[1] === 'enumText' && !isOperation(expr[2]) && !isOperation(expr[3])
    ? `${expr[2]}.${expr[3]}`
    : undefined
}

/** The values of the enumerations that a call gets of an expression. */
function enumeratedValues(step: Step, vocabulary: Vocabulary): string[] {
  const payload = step.exprs?.[argumentOfKind(vocabulary.actions.get(step.action), 'payload') ?? '']
  if (!isOperation(payload) || payload[0] !== 'map') return []
  const properties = sentCall(step, vocabulary)?.payload.properties
  return entriesOf(payload).flatMap(([field, value]) =>
    isOperation(value) ? (properties?.[String(field)]?.enum ?? []).map(String) : [],
  )
}

const literalsIn = (expr: Expr): string[] =>
  isOperation(expr) ? expr.slice(1).flatMap((operand) => literalsIn(operand as Expr)) : [String(expr)]

const NOTHING: ReadonlySet<string> = new Set()

/** Checks steps and their branches; `before`: names of the values that the confirmation before them shows. */
function checkSteps(steps: readonly Step[], before: ReadonlySet<string>, contract: Vocabulary, report: ReportAt): void {
  let shown = before
  for (const step of steps) {
    const action = contract.actions.get(step.action)
    if (action?.confirms) shown = new Set(Object.values(step.exprs ?? {}).flatMap((expr) => namesRead(expr)))
    const argument = argumentOfKind(action, 'payload')
    if (argument !== undefined) {
      const at = `${step.sourcePath}/${argument}`
      const call = sentCall(step, contract)
      if (call?.effect === 'money')
        checkConstants(call, step.args?.[argument], step.exprs?.[argument], shown, (name) =>
          report(sendsConstant(name), `${at}/${name}`),
        )
    }
    // In a branch of a condition, a constant can be what the condition has found.
    const tested = new Set(action?.confirms ? [] : Object.values(step.exprs ?? {}).flatMap((expr) => namesRead(expr)))
    const inside = new Set([...shown].filter((name) => action?.sends !== undefined || !tested.has(name)))
    for (const branch of stepListsOf(contentOfStep(step))) checkSteps(branch, inside, contract, report)
  }
}

/** Calls `found` with each field that is a constant and that the confirmation shows as a value. */
function checkConstants(
  { payload }: Call,
  json: Json | undefined,
  value: Expr | undefined,
  shown: ReadonlySet<string>,
  found: (name: string) => void,
): void {
  const constants = isJsonObject(json)
    ? Object.keys(json)
    : isOperation(value) && value[0] === 'map'
      ? entriesOf(value).flatMap(([key, entry]) => (isOperation(entry) ? [] : [String(key)]))
      : []
  for (const name of constants) if (shown.has(name) && payload.properties?.[name]?.enum?.length !== 1) found(name)
}

/** `name`: of the field of a payload, and of the member of the session. */
const constantOfSession = (name: string, value: string): Report => ({
  code: 'constantOfSession',
  params: { name, value },

  cause: { name: `constant ${name}`, within: 'handler' },
})

const showsConstant = (key: string): Report => ({
  code: 'showsConstant',
  params: { key, groupOf: groupOf(key) },
})

const sendsConstant = (name: string): Report => ({
  code: 'sendsConstant',
  params: { name },

  cause: { name: `constant ${name}`, within: 'handler' },
})
