import type { Expr, Node, Operation, Query, Screen, Step } from './program.ts'

// The traversal of the lowered form: what an expression, a node, a step and a screen contain is known here only.

/** Whether an expression is an operation rather than a literal. */
export const isOperation = (expr: Expr | undefined): expr is Operation => typeof expr === 'object' && expr !== null

/** The operands of an operation. Names are among them, as texts. */
export const operandsOf = (operation: Operation): readonly Expr[] => operation.slice(1) as Expr[]

/** Whether any operation of an expression passes the test; an operation is tested before its operands. */
export function someOperation(expr: Expr | undefined, test: (operation: Operation) => boolean): boolean {
  if (!isOperation(expr)) return false
  if (test(expr)) return true
  // Among the items only operands are arrays.
  for (let i = 1; i < expr.length; i++) if (someOperation(expr[i], test)) return true
  return false
}

/** All operations of an expression, each before its operands. */
export function operationsOf(expr: Expr | undefined): Operation[] {
  const operations: Operation[] = []
  someOperation(expr, (operation) => {
    operations.push(operation)
    return false
  })
  return operations
}

/** Whether two expressions are the same: equal literals, or one operation with the same operands. */
export function sameExpr(a: Expr | undefined, b: Expr | undefined): boolean {
  if (!isOperation(a) || !isOperation(b)) return a === b
  return a.length === b.length && a.every((item: Expr | undefined, index) => sameExpr(item, b[index]))
}

/** Key of an expression in a Map or Set. Two expressions have one key if they are the same, see `sameExpr`. */
export const exprKey = (expr: Expr): string => JSON.stringify(expr)

/** Whether an expression reads any of these locals. */
export const readsLocal = (expr: Expr, ...names: readonly string[]): boolean =>
  someOperation(expr, (operation) => operation[0] === 'v' && names.includes(operation[1]))

/** The expression with operations replaced; where `replace` returns undefined, the operands are mapped. */
export function mapExpr(expr: Expr, replace: (operation: Operation) => Expr | undefined): Expr {
  if (!isOperation(expr)) return expr
  const replaced = replace(expr)
  if (replaced !== undefined) return replaced
  return (expr as readonly Expr[]).map((item) => mapExpr(item, replace)) as readonly Expr[] as Operation
}

/** The operands of which one is the value of a conditional or of `??`; undefined for another expression. */
export function alternativesOf(expr: Expr): readonly [Expr, Expr] | undefined {
  if (!isOperation(expr)) return undefined
  if (expr[0] === '?:') return [expr[2], expr[3]]
  return expr[0] === '??' ? [expr[1], expr[2]] : undefined
}

/** Keys and values of the operation `map`. */
export function entriesOf([, ...items]: Operation & readonly ['map', ...Expr[]]): [key: Expr, value: Expr][] {
  const entries: [Expr, Expr][] = []
  for (let i = 0; i + 1 < items.length; i += 2) entries.push([items[i] ?? null, items[i + 1] ?? null])
  return entries
}

/** Kind of content of a member in the lowered form; an object of fixed members has a separate table. */
type MemberKind = 'json' | 'expr' | 'exprs' | 'node' | 'nodes' | 'nodeLists' | 'steps' | 'stepLists' | 'queries'
interface Members {
  readonly [name: string]: MemberKind | Members
}

/** The kind of a member, derived from its type. */
type Holds<T> = null extends T
  ? 'expr'
  : T extends readonly Node[]
    ? 'nodes'
    : T extends readonly Step[]
      ? 'steps'
      : T extends Node
        ? 'node'
        : T extends string | number | boolean | readonly unknown[]
          ? 'json'
          : string extends keyof T
            ? HoldsEach<T[keyof T]>
            : HoldsOf<T>
type HoldsEach<T> = [T] extends [Node[]]
  ? 'nodeLists'
  : [T] extends [Step[]]
    ? 'stepLists'
    : [T] extends [Query]
      ? 'queries'
      : [null, T] extends [T, Expr]
        ? 'exprs'
        : 'json'
type HoldsOf<T> = { readonly [K in keyof Required<T>]: Holds<Required<T>[K]> }

// These tables are all that the traversal and the mapping know of a keyword. Content is visited in their order.
export const NODE_MEMBERS = {
  widget: 'json',
  props: 'json',
  exprs: 'exprs',
  waitFor: 'json',
  loading: 'nodes',
  each: { as: 'json', index: 'json', in: 'expr', key: 'expr' },
  let: 'exprs',
  visible: 'expr',
  showErrorOf: 'json',
  slots: 'nodeLists',
  on: 'stepLists',
  fallback: 'node',
  sourcePath: 'json',
} as const satisfies HoldsOf<Node>
export const STEP_MEMBERS = {
  action: 'json',
  args: 'json',
  exprs: 'exprs',
  slots: 'nodeLists',
  branches: 'stepLists',
  as: 'json',
  sourcePath: 'json',
} as const satisfies HoldsOf<Step>
export const QUERY_MEMBERS = {
  call: 'json',
  payload: 'expr',
  enabled: 'expr',
  emptyWhen: 'expr',
  refreshSeconds: 'json',
  debounceMs: 'json',
  placeholders: { loading: 'nodes', error: 'nodes', empty: 'nodes' },
} as const satisfies HoldsOf<Query>
export const SCREEN_CONTENT = {
  onShow: 'steps',
  queries: 'queries',
  toolbar: 'nodes',
  body: 'nodes',
} as const satisfies Partial<HoldsOf<Screen>>

/** Nodes or steps directly within a screen, a node or a step: the keyword that contains them, and their name under it. */
export type Content = {
  readonly keyword: keyof Screen | keyof Query | keyof Node | keyof Step
  readonly name: string
} & (
  | { readonly nodes: readonly Node[]; readonly steps?: undefined }
  | { readonly steps: readonly Step[]; readonly nodes?: undefined }
)

export type ScreenContent = Pick<Screen, 'onShow' | 'queries' | 'toolbar' | 'body'>

export const contentOfScreen = (screen: ScreenContent): Content[] => contentOf(screen, IN_SCREEN)
export const contentOfNode = (node: Node): Content[] => contentOf(node, IN_NODE)
export const contentOfStep = (step: Step): Content[] => contentOf(step, IN_STEP)

type ContentMember = readonly [keyword: Content['keyword'], holds: MemberKind | Members]

const hasContent = (holds: MemberKind | Members): boolean =>
  typeof holds === 'object'
    ? Object.values(holds).some(hasContent)
    : holds !== 'json' && holds !== 'expr' && holds !== 'exprs'
/** The members that contain nodes or steps. */
const contentMembers = (members: Members): readonly ContentMember[] =>
  Object.entries(members).filter(([, holds]) => hasContent(holds)) as [Content['keyword'], MemberKind | Members][]

const IN_SCREEN = contentMembers(SCREEN_CONTENT)
const IN_QUERY = contentMembers(QUERY_MEMBERS)
const IN_NODE = contentMembers(NODE_MEMBERS)
const IN_STEP = contentMembers(STEP_MEMBERS)

function contentOf(holder: object, members: readonly ContentMember[]): Content[] {
  const contents: Content[] = []
  for (const [keyword, holds] of members) {
    const value: unknown = (holder as Readonly<Record<string, unknown>>)[keyword]
    if (value === undefined) continue
    switch (holds) {
      case 'node':
        contents.push({ keyword, name: '', nodes: [value as Node] })
        break
      case 'nodes':
        contents.push({ keyword, name: '', nodes: value as Node[] })
        break
      case 'steps':
        contents.push({ keyword, name: '', steps: value as Step[] })
        break
      case 'stepLists':
        for (const [name, steps] of Object.entries(value as Record<string, Step[]>))
          contents.push({ keyword, name, steps })
        break
      case 'queries':
        for (const query of Object.values(value as Record<string, Query>)) contents.push(...contentOf(query, IN_QUERY))
        break
      // Lists of nodes by name.
      default:
        for (const [name, nodes] of Object.entries(value as Record<string, Node[]>))
          contents.push({ keyword, name, nodes })
    }
  }
  return contents
}

/** The lists of steps directly within a node or a step: its handlers, or its branches. */
export const stepListsOf = (contents: readonly Content[]): (readonly Step[])[] =>
  contents.flatMap(({ steps }) => (steps === undefined ? [] : [steps]))

export interface Visitor {
  node?(node: Node): void
  step?(step: Step): void
  /** Each expression of a node or a step. */
  expr?(expr: Expr): void
}

/** Visits all nodes and steps in the order of the document, each before its content. */
export function visit(contents: readonly Content[], visitor: Visitor): void {
  for (const { nodes, steps } of contents) {
    if (nodes) visitNodes(nodes, visitor)
    else visitSteps(steps, visitor)
  }
}

export function visitNodes(nodes: readonly Node[], visitor: Visitor): void {
  for (const node of nodes) {
    visitor.node?.(node)
    if (visitor.expr) visitExprs(node, MAPPED_IN_NODE, visitor.expr)
    visit(contentOfNode(node), visitor)
  }
}

export function visitSteps(steps: readonly Step[], visitor: Visitor): void {
  for (const step of steps) {
    visitor.step?.(step)
    if (visitor.expr) visitExprs(step, MAPPED_IN_STEP, visitor.expr)
    visit(contentOfStep(step), visitor)
  }
}

/** The expressions of a node or a step itself, not those of its content. */
function visitExprs(holder: object, members: readonly Entry[], visitor: (expr: Expr) => void): void {
  for (const [name, holds] of members) {
    const value: unknown = (holder as Readonly<Record<string, unknown>>)[name]
    if (value === undefined) continue
    if (holds === 'expr') visitor(value as Expr)
    else if (holds === 'exprs') for (const expr of Object.values(value as Record<string, Expr>)) visitor(expr)
    else if (typeof holds === 'object') visitExprs(value as object, withoutJson(holds), visitor)
  }
}

/** Whether any of the visited passes the test. */
function someVisited<T>(visitAll: (visitor: (one: T) => void) => void, test: (one: T) => boolean): boolean {
  let found = false
  visitAll((item) => {
    found ||= test(item)
  })
  return found
}

/** Whether any step passes the test, steps within others included. */
export const someStep = (steps: readonly Step[], test: (step: Step) => boolean): boolean =>
  someVisited<Step>((step) => visitSteps(steps, { step }), test)

/** Whether any expression of the steps, and of what they open, passes the test. */
export const someExprWithin = (steps: readonly Step[], test: (expr: Expr) => boolean): boolean =>
  someVisited<Expr>((expr) => visitSteps(steps, { expr }), test)

/** Whether any expression of the nodes, and of what is in them, passes the test. */
export const someExprWithinNodes = (nodes: readonly Node[], test: (expr: Expr) => boolean): boolean =>
  someVisited<Expr>((expr) => visitNodes(nodes, { expr }), test)

/** Changes of a node or a step: of each expression, and of what else a node or a step has, before its content is mapped. */
export interface Changes {
  expr(expr: Expr): Expr
  node?(node: Node): Node
  step?(step: Step): Step
}

type Entry = readonly [name: string, holds: MemberKind | Members]
const withoutJson = (members: Members): readonly Entry[] =>
  Object.entries(members).filter(([, holds]) => holds !== 'json')

const MAPPED_IN_NODE = withoutJson(NODE_MEMBERS)
const MAPPED_IN_STEP = withoutJson(STEP_MEMBERS)

/** The node with these changes in it and in its content. */
export const mapNode = (node: Node, changes: Changes): Node =>
  mapMembers(changes.node?.(node) ?? node, MAPPED_IN_NODE, changes)

/** The steps with these changes in them and in their content. */
export const mapSteps = (steps: readonly Step[], changes: Changes): Step[] =>
  steps.map((step) => mapMembers(changes.step?.(step) ?? step, MAPPED_IN_STEP, changes))

function mapMembers<T extends object>(holder: T, members: readonly Entry[], changes: Changes): T {
  const mapped = { ...holder } as Record<string, unknown>
  for (const [name, holds] of members)
    if (mapped[name] !== undefined) mapped[name] = mapMember(mapped[name], holds, changes)
  return mapped as T
}

function mapMember(value: unknown, holds: MemberKind | Members, changes: Changes): unknown {
  switch (holds) {
    case 'expr':
      return changes.expr(value as Expr)
    case 'exprs':
      return mapValues(value as Record<string, Expr>, changes.expr)
    case 'node':
      return mapNode(value as Node, changes)
    case 'nodes':
      return (value as Node[]).map((node) => mapNode(node, changes))
    case 'nodeLists':
      return mapValues(value as Record<string, Node[]>, (nodes) => nodes.map((node) => mapNode(node, changes)))
    case 'steps':
      return mapSteps(value as Step[], changes)
    case 'stepLists':
      return mapValues(value as Record<string, Step[]>, (steps) => mapSteps(steps, changes))
    default:
      return typeof holds === 'object' ? mapMembers(value as object, withoutJson(holds), changes) : value
  }
}

const mapValues = <T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
