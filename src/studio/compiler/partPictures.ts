import {
  awaitedBy,
  queriesHandledBy,
  renamedQueries,
  surroundingsOf,
} from '../../engine/language/expressions/nodeTraits.ts'
import {
  MACROS,
  type Expr,
  type Json,
  type Node,
  type Operation,
  type Query,
  type Screen,
} from '../../engine/language/expressions/program.ts'
import {
  contentOfNode,
  contentOfScreen,
  contentOfStep,
  isOperation,
  mapExpr,
  mapNode,
  operationsOf,
  visitNodes,
} from '../../engine/language/expressions/visit.ts'
import { exampleParams } from '../preview/exampleParams.ts'

/** Dependencies of a node of one screen that is drawn on another one. */
export type Surroundings = Pick<Screen, 'state' | 'queries' | 'calls' | 'forms' | 'requires'>

/** A node of a part in a screen. */
interface Use {
  screen: Screen
  node: Node
  /** The nodes around it, outermost first. */
  around: readonly Node[]
}

const partOf = ({ sourcePath }: Node): string | undefined => /^parts\/([^#]*)#/.exec(sourcePath)?.[1]

/** The uses of each part in screens, also in sheets. */
export function partUses(screens: Iterable<Screen>): ReadonlyMap<string, readonly Use[]> {
  const found = new Map<string, Use[]>()
  const search = (nodes: readonly Node[], around: readonly Node[], screen: Screen): void => {
    for (const node of nodes) {
      const part = partOf(node)
      if (part !== undefined && around.every((node) => partOf(node) !== part))
        found.set(part, [...(found.get(part) ?? []), { screen, node, around }])
      for (const inner of nodesWithin(node)) search(inner, [...around, node], screen)
    }
  }
  for (const screen of screens) for (const { nodes } of contentOfScreen(screen)) search(nodes ?? [], [], screen)
  return found
}

/** The lists of nodes directly within a node, those of its steps included. */
function nodesWithin(node: Node): (readonly Node[])[] {
  const lists: (readonly Node[])[] = []
  const open = contentOfNode(node)
  for (let content = open.pop(); content; content = open.pop()) {
    if (content.nodes) lists.push(content.nodes)
    else for (const step of content.steps) open.push(...contentOfStep(step))
  }
  return lists
}

/**
 * A part as the use with the fewest conditions, then with the least content, draws it: with the data and the states of its screen under names that begin with `prefix`, in the
 * first row of the lists around it, and without its steps. Undefined where each use reads a value that only a step has.
 */
export function partPicture(uses: readonly Use[], prefix: string): (Surroundings & { node: Node }) | undefined {
  const [smallest] = uses
    .map(({ screen, node, around }) => ({
      screen,
      node: framed(node, around),
      // A condition that is left out may have excluded a null.
      conditions: [...around, node].filter(({ visible }) => visible !== undefined).length,
    }))
    .filter(({ node }) => isBound(node))
    .map((use) => ({ ...use, size: JSON.stringify(use.node).length }))
    .toSorted((a, b) => a.conditions - b.conditions || a.size - b.size)
  if (!smallest) return undefined
  const { screen, node } = smallest
  const queries = queriesOf(screen, node)
  const params = { ...defaultsOf(screen.params), ...exampleParams(screen.params, [], {}) }
  const rename = (expr: Expr): Expr => renamed(expr, prefix, params)
  const text = JSON.stringify(node)
  return {
    node: mapNode(node, { expr: rename, node: (inner) => withNames(inner, (name) => prefix + name) }),
    state: Object.fromEntries(Object.entries(screen.state).map(([name, value]) => [prefix + name, value])),
    queries: Object.fromEntries(
      queries.map(([name, { call, payload, emptyWhen }]) => [
        prefix + name,
        {
          call,
          ...(payload !== undefined && { payload: rename(payload) }),
          ...(emptyWhen !== undefined && { emptyWhen: rename(emptyWhen) }),
        },
      ]),
    ),
    calls: Object.fromEntries(
      queries.flatMap(([, { call }]) => (screen.calls[call] ? [[call, screen.calls[call]]] : [])),
    ),
    forms: Object.fromEntries(Object.entries(screen.forms).filter(([id]) => text.includes(JSON.stringify(id)))),
    requires: screen.requires,
  }
}

const defaultsOf = (params: Screen['params']): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(params).flatMap(([name, param]) => (param.default === undefined ? [] : [[name, param.default]])),
  )

/** A node within what the nodes around it wait for and bind. Their conditions ask for states in which other nodes are shown. */
function framed(node: Node, around: readonly Node[]): Node {
  const framing = around.filter((node) => awaitedBy(node) !== undefined || node.each || node.let)
  const whole = framing.reduceRight<Node>(
    (inner, outer, depth) =>
      inFirstRow(
        {
          widget: 'Stack',
          sourcePath: outer.sourcePath,
          ...surroundingsOf(outer),
          slots: { children: [inner] },
        },
        depth,
      ),
    inFirstRow(node, framing.length),
  )
  return mapNode(whole, { expr: (expr) => expr, node: withoutSteps })
}

/** A node without its condition, and shown in the first row only. No filter is kept either: it may ask for a parameter, which is a sample. */
function inFirstRow({ visible: _visible, ...node }: Node, depth: number): Node {
  if (!node.each) return node
  const index = node.each.index ?? `row ${depth}`
  let list = node.each.in
  while (isOperation(list) && list[0] === 'filter') list = list[1]
  return { ...node, each: { ...node.each, index, in: list }, visible: ['==', ['v', index], 0] }
}

/** A node whose handlers do nothing: with them it still looks like a control. */
const withoutSteps = (node: Node): Node =>
  node.on ? { ...node, on: Object.fromEntries(Object.keys(node.on).map((event) => [event, []])) } : node

const isMacro = (operation: Operation): boolean => MACROS.some((macro) => macro === operation[0])

/** Whether a node binds all locals that it reads. No local of a screen has the name of another one in scope. */
function isBound(node: Node): boolean {
  const bound = new Set<string>()
  const read = new Set<string>()
  visitNodes([node], {
    node({ each, let: locals = {} }) {
      if (each) bound.add(each.as).add(each.index ?? each.as)
      for (const name of Object.keys(locals)) bound.add(name)
    },
    expr(expr) {
      for (const operation of operationsOf(expr)) {
        if (operation[0] === 'v') read.add(operation[1])
        if (isMacro(operation)) bound.add(String(operation[2]))
      }
    },
  })
  return [...read].every((name) => bound.has(name))
}

/** The queries that a node reads, with those that their payloads read. */
function queriesOf(screen: Screen, node: Node): [name: string, query: Query][] {
  const found = new Map<string, Query>()
  const add = (name: string): void => {
    const query = screen.queries[name]
    if (!query || found.has(name)) return
    found.set(name, query)
    for (const expr of [query.payload, query.emptyWhen]) addRead(expr ?? null)
  }
  const addRead = (expr: Expr): void => {
    for (const operation of operationsOf(expr))
      if (operation[0] === '@' && (operation[1] === 'data' || operation[1] === 'queries')) add(operation[2])
  }
  visitNodes([node], {
    node(node) {
      for (const name of queriesHandledBy(node)) add(name)
    },
    expr: addRead,
  })
  return [...found]
}

/** An expression with other names of data and states, and the parameters of the route as literals. */
const renamed = (expr: Expr, prefix: string, params: Readonly<Record<string, Json>>): Expr =>
  mapExpr(expr, (operation) => {
    if (operation[0] !== '@') return undefined
    const [, root, name] = operation
    if (root === 'params') return (params[name] ?? null) as Expr
    return root === 'data' || root === 'queries' || root === 'state' ? ['@', root, prefix + name] : operation
  })

/** A node that waits for its data under other names. */
const withNames = (node: Node, rename: (name: string) => string): Node => ({ ...node, ...renamedQueries(node, rename) })
