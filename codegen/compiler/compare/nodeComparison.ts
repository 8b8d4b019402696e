import type { Expr, Json, Node, Step } from '../../../src/engine/language/expressions/program.ts'
import { canonicalJson } from '../../../src/engine/language/values/sha256.ts'
import { NODE_MEMBERS } from '../../../src/engine/language/expressions/visit.ts'
import type { ChangeDetail, ChangeMessage, ChangeParam, ScreenSubject } from './change.ts'
import { conditionOf, valueOfExpr } from './formatExpr.ts'
import type { TextLookup } from './formatExpr.ts'

/** Texts and route names of the two compared snapshots, for descriptions. */
export interface Describer {
  before: TextLookup
  after: TextLookup
  /** The screen at a route; undefined if the text is not a route. */
  screenAt(route: string): ScreenSubject | undefined
}

/** Context of a keyword that compares two nodes. */
export interface NodeComparison {
  describer: Describer
  /** Reports a detail that begins with the node. */
  report(detail: ChangeDetail): void
  /** Reports the change of a member, after the node and a colon. */
  reportMember(detail: ChangeDetail): void
  /** Differences between two step sequences. */
  steps(before: readonly Step[], after: readonly Step[]): ChangeDetail[]
  /** Compares nodes in the node. */
  nodes(before: readonly Node[], after: readonly Node[]): void
}

/** Independent of its position. */
const contentCache = new WeakMap<object, string>()
function content(value: Node | Step): string {
  const json = contentCache.get(value) ?? canonicalJson(withoutSourcePaths(value))
  contentCache.set(value, json)
  return json
}
export const same = (a: Node | Step, b: Node | Step): boolean => content(a) === content(b)

/** The content of each of these nodes. */
export const contentOfEach = (nodes: readonly Node[] | undefined): string[] | undefined => nodes?.map(content)

export function withoutSourcePaths(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSourcePaths)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      name === 'sourcePath' && typeof item === 'string' ? [] : [[name, withoutSourcePaths(item)]],
    ),
  )
}

export const equal = (a: unknown, b: unknown): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b))

export type Values = Readonly<Record<string, { json: Json } | { expr: Expr }>> | Readonly<Record<string, Expr>>
export const namedValues = ({
  props = {},
  exprs = {},
}: Pick<Node, 'props' | 'exprs'>): Record<string, { json: Json } | { expr: Expr }> =>
  Object.fromEntries([
    ...Object.entries(props).map(([name, json]) => [name, { json }] as const),
    ...Object.entries(exprs).map(([name, expr]) => [name, { expr }] as const),
  ])

export const names = (...records: (Readonly<Record<string, unknown>> | undefined)[]): string[] => [
  ...new Set(records.flatMap((record) => Object.keys(record ?? {}))),
]

/** Names of all these records, in alphabetical order. */
export const sortedNames = (...records: Readonly<Record<string, unknown>>[]): string[] => names(...records).toSorted()

function valueOf(value: Values[string] | undefined, textOf: TextLookup): ChangeParam {
  if (value !== null && typeof value === 'object' && 'json' in value) return { json: value.json }
  return valueOfExpr(
    value !== null && typeof value === 'object' && 'expr' in value ? value.expr : (value as Expr),
    textOf,
  )
}

export function compareValues(
  before: Values,
  after: Values,
  describer: Describer,
  nameOf: (key: string) => ChangeParam,
  report: (detail: ChangeDetail) => void,
): void {
  for (const key of names(before, after)) {
    if (equal(before[key], after[key])) continue
    const name = nameOf(key)
    const previous = Object.hasOwn(before, key) ? valueOf(before[key], describer.before) : undefined
    const current = Object.hasOwn(after, key) ? valueOf(after[key], describer.after) : undefined
    if (current === undefined)
      report({ code: 'member/removed', params: { name, ...(previous !== undefined && { before: previous }) } })
    else if (previous === undefined) report({ code: 'member/set', params: { name, value: current } })
    else report({ code: 'member/changed', params: { name, value: current, before: previous } })
  }
}

/** Names a property of a node. */
export const propertyOf =
  ({ widget }: Node) =>
  (name: string): ChangeParam => ({ property: { widget, name } })

/** Names the new and the old value of a member of a node. */
export function compareMember(
  name: keyof Node,
  before: Node,
  after: Node,
  { describer, report, reportMember }: Pick<NodeComparison, 'describer' | 'report' | 'reportMember'>,
): void {
  const holds = NODE_MEMBERS[name]
  const valuesOf = (node: Node): Values =>
    node[name] === undefined
      ? {}
      : { [name]: holds === 'expr' ? { expr: node[name] as Expr } : { json: node[name] as Json } }
  if (holds === 'expr' || holds === 'json')
    compareValues(valuesOf(before), valuesOf(after), describer, propertyOf(after), reportMember)
  else if (!equal(withoutSourcePaths(before[name]), withoutSourcePaths(after[name])))
    report({ code: 'member/other', params: { name: { quoted: name } } })
}

/** Reports another condition of a keyword: "is now shown only when …". */
export function compareCondition(
  keyword: 'visible' | 'enabled' | 'emptyWhen',
  before: Expr | undefined,
  after: Expr | undefined,
  report: (detail: ChangeDetail) => void,
): void {
  if (equal(before, after)) return
  const kindOf = (expr: Expr | undefined): string => (expr === undefined ? 'always' : isNever(expr) ? 'never' : 'when')
  const message = (prefix: string, expr: Expr | undefined): ChangeMessage => ({
    code: `${prefix}/${kindOf(expr)}`,
    ...(kindOf(expr) === 'when' && { params: { condition: conditionOf(expr as Expr) } }),
  })
  const now = message(keyword, after)
  report(
    before === undefined
      ? { code: 'condition/set', params: { now } }
      : { code: 'condition/changed', params: { now, before: message('before', before) } },
  )
}

/** Whether a condition is false for any data: "false && …". */
const isNever = (expr: Expr | undefined): boolean =>
  expr === false || (Array.isArray(expr) && expr[0] === '&&' && isNever(expr[1] as Expr))
