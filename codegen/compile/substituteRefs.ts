import { isRefTo } from './schemaRef.ts'
import type { Expr, Json, Node, Step } from '../../src/core/program.ts'
import type { ActionDef, Contract } from './contract.ts'

/** By-reference parameters of a part, by their local names, with their arguments in one use. */
export type RefArguments = ReadonlyMap<string, RefArgument>

export interface RefArgument {
  /** Path within the state, or name of the query. */
  path: string
  /** The state that the path leads into. */
  state?: string
  /** The query has data wherever the part is rendered, so its nodes do not wait for it. */
  isLoaded?: boolean
}

/** Cache by node and arguments: a document under edit uses the same parts in each check. */
const substituted = new WeakMap<Node, Map<string, Node>>()
const CACHE_SIZE = 20

/** Replaces the by-reference parameters in the nodes of a part by the states and queries of its user. */
export function substituteRefs(node: Node, refArguments: RefArguments, contract: Contract): Node {
  const known = substituted.get(node) ?? new Map<string, Node>()
  substituted.set(node, known)
  const key = JSON.stringify([...refArguments].map(([name, { path, isLoaded }]) => [name, path, isLoaded]))
  const cached = known.get(key)
  if (cached) return cached
  if (known.size >= CACHE_SIZE) known.clear()
  const bound = substituteInNode(node, refArguments, contract)
  known.set(key, bound)
  return bound
}

function substituteInNode(node: Node, refArguments: RefArguments, contract: Contract): Node {
  const expr = (one: Expr): Expr => substituteInExpr(one, refArguments)
  const all = <T, U>(record: Readonly<Record<string, T>>, change: (one: T) => U): Record<string, U> =>
    Object.fromEntries(Object.entries(record).map(([name, one]) => [name, change(one)]))
  const nodes = (list: readonly Node[]): Node[] => list.map(inside)
  const steps = (list: readonly Step[]): Step[] =>
    list.map((step) => ({
      ...step,
      ...(step.args
        ? {
            args: renameRefArgs(
              step.args,
              contract.actions.get(step.action),
              (name) => refArguments.get(name)?.path ?? name,
            ),
          }
        : {}),
      ...(step.exprs ? { exprs: all(step.exprs, expr) } : {}),
      ...(step.branches ? { branches: all(step.branches, steps) } : {}),
      ...(step.slots ? { slots: all(step.slots, nodes) } : {}),
    }))
  function inside({ waitFor, loading, showErrorOf, ...one }: Node): Node {
    const refArgument = waitFor === undefined ? undefined : refArguments.get(waitFor)
    // A query that is already awaited has its failure shown by the awaiting node.
    const shown = showErrorOf
      ?.filter((name) => !refArguments.get(name)?.isLoaded)
      .map((name) => refArguments.get(name)?.path ?? name)
    return {
      ...one,
      ...(waitFor === undefined || refArgument?.isLoaded
        ? {}
        : { waitFor: refArgument?.path ?? waitFor, ...(loading && { loading: nodes(loading) }) }),
      ...(shown && shown.length > 0 ? { showErrorOf: shown } : {}),
      ...(one.exprs ? { exprs: all(one.exprs, expr) } : {}),
      ...(one.slots ? { slots: all(one.slots, nodes) } : {}),
      ...(one.on ? { on: all(one.on, steps) } : {}),
      ...(one.visible === undefined ? {} : { visible: expr(one.visible) }),
      ...(one.each ? { each: { ...one.each, in: expr(one.each.in), key: expr(one.each.key) } } : {}),
      ...(one.let ? { let: all(one.let, expr) } : {}),
      ...(one.fallback ? { fallback: inside(one.fallback) } : {}),
    }
  }
  return inside(node)
}

const REF_ROOTS = new Set<Expr>(['state', 'data', 'queries'])

function substituteInExpr(expr: Expr, refArguments: RefArguments): Expr {
  if (!Array.isArray(expr)) return expr
  const [op, root = null, name] = expr as readonly Expr[]
  const path = op === '@' && REF_ROOTS.has(root) && typeof name === 'string' ? refArguments.get(name)?.path : undefined
  if (path === undefined)
    return (expr as readonly Expr[]).map((one) => substituteInExpr(one, refArguments)) as unknown as Expr
  const [head = '', ...inner] = path.split('.')
  return inner.reduce<Expr>((outer, field) => ['.', outer, field], ['@', root, head])
}

/** The arguments of a step with the names of states and queries in them changed. */
export function renameRefArgs(
  args: Record<string, Json>,
  action: ActionDef | undefined,
  rename: (name: string) => string,
): Record<string, Json> {
  const change = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(change)
    if (typeof value !== 'string') return value
    const [head = '', ...inner] = value.split('.')
    return [rename(head), ...inner].join('.')
  }
  const names = Object.entries(action?.args.properties ?? {}).filter(([, schema]) =>
    [schema, schema.items].some((one) => isRefTo(one, 'state', 'query', 'pagedQuery')),
  )
  return {
    ...args,
    ...Object.fromEntries(names.flatMap(([name]) => (args[name] === undefined ? [] : [[name, change(args[name])]]))),
  }
}
