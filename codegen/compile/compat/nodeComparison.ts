import type { Expr, Json, Node, Step } from '../../../src/core/program.ts'
import { canonicalJson } from '../../../src/core/sha256.ts'
import { NODE_MEMBERS } from '../../../src/core/visit.ts'
import { formatExpr, formatJson } from './formatExpr.ts'
import type { TextLookup } from './formatExpr.ts'

/** Texts and route names of the two compared snapshots, for descriptions. */
export interface Describer {
  before: TextLookup
  after: TextLookup
  /** The display name of the screen at a route; undefined if the text is not a route. */
  screenAt(route: string): string | undefined
}

/** Context in which a keyword describes its change in a node. */
export interface NodeComparison {
  describer: Describer
  /** Reports a sentence that begins with the node. */
  report(text: string): void
  /** Differences between two step sequences, one sentence each. */
  steps(before: readonly Step[], after: readonly Step[]): string[]
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
  ...new Set(records.flatMap((one) => Object.keys(one ?? {}))),
]

/** Names of all these records, in alphabetical order. */
export const sortedNames = (...records: Readonly<Record<string, unknown>>[]): string[] => names(...records).toSorted()

function formatValue(value: Values[string] | undefined, textOf: TextLookup): string {
  if (value !== null && typeof value === 'object' && 'json' in value) return formatJson(value.json)
  return formatExpr(
    value !== null && typeof value === 'object' && 'expr' in value ? value.expr : (value as Expr),
    textOf,
  )
}

export function compareValues(
  before: Values,
  after: Values,
  describer: Describer,
  name: (key: string) => string,
  report: (text: string) => void,
): void {
  for (const key of names(before, after)) {
    if (equal(before[key], after[key])) continue
    if (!Object.hasOwn(after, key))
      report(`: ${name(key)} is no longer given; it was ${formatValue(before[key], describer.before)}.`)
    else if (!Object.hasOwn(before, key)) report(`: ${name(key)} is now ${formatValue(after[key], describer.after)}.`)
    else
      report(
        `: ${name(key)} is now ${formatValue(after[key], describer.after)} instead of ${formatValue(before[key], describer.before)}.`,
      )
  }
}

/** Names the new and the old value of a member of a node. */
export function compareMember(
  name: keyof Node,
  before: Node,
  after: Node,
  { describer, report }: Pick<NodeComparison, 'describer' | 'report'>,
): void {
  const holds = NODE_MEMBERS[name]
  const valueOf = (node: Node): Values =>
    node[name] === undefined
      ? {}
      : { [name]: holds === 'expr' ? { expr: node[name] as Expr } : { json: node[name] as Json } }
  if (holds === 'expr' || holds === 'json')
    compareValues(valueOf(before), valueOf(after), describer, (member) => `its ${member}`, report)
  else if (!equal(withoutSourcePaths(before[name]), withoutSourcePaths(after[name]))) report(` has another "${name}".`)
}

/** "is now shown only when …". */
export function describeCondition(
  phrase: string,
  before: Expr | undefined,
  after: Expr | undefined,
  describer: Describer,
  report: (text: string) => void,
): void {
  if (equal(before, after)) return
  const [verb = '', state = ''] = phrase.split(' ')
  const words = (expr: Expr | undefined, of: TextLookup): string =>
    expr === undefined ? 'always' : isNever(expr) ? 'never' : `only when ${formatExpr(expr, of)}`
  const now = isNever(after) ? `never ${state}` : `${state} ${words(after, describer.after)}`
  report(` ${verb} now ${now}${before === undefined ? '' : `; before ${words(before, describer.before)}`}.`)
}

/** Whether a condition is false for any data: "false && …". */
const isNever = (expr: Expr | undefined): boolean =>
  expr === false || (Array.isArray(expr) && expr[0] === '&&' && isNever(expr[1] as Expr))
