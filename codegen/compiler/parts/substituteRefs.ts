import type { Expr, Node, Operation, Root } from '../../../src/engine/language/expressions/program.ts'
import { mapExpr, mapNode } from '../../../src/engine/language/expressions/visit.ts'
import type { Contract } from '../contract/contract.ts'
import { NODE_KEYWORDS } from '../keywords/node/index.ts'
import type { RefNames } from '../keywords/node/nodeKeyword.ts'
import { renameRefArgs } from './renameRefArgs.ts'

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

function substituteInNode(node: Node, refArguments: RefArguments, { actions }: Contract): Node {
  const refs: RefNames = {
    pathOf: (name) => refArguments.get(name)?.path ?? name,
    isLoaded: (name) => refArguments.get(name)?.isLoaded ?? false,
  }
  return mapNode(node, {
    expr: (expr) => mapExpr(expr, (operation) => substituteRead(operation, refArguments)),
    node: (node) => NODE_KEYWORDS.reduce((changed, keyword) => keyword.substitute?.(changed, refs) ?? changed, node),
    step: (step) => ({
      ...step,
      ...(step.args && { args: renameRefArgs(step.args, actions.get(step.action), refs.pathOf) }),
    }),
  })
}

const REF_ROOTS: ReadonlySet<Root> = new Set(['state', 'data', 'queries'])

function substituteRead(operation: Operation, refArguments: RefArguments): Expr | undefined {
  if (operation[0] !== '@' || !REF_ROOTS.has(operation[1])) return undefined
  const [, root, name] = operation
  const path = refArguments.get(name)?.path
  if (path === undefined) return undefined
  const [head = '', ...inner] = path.split('.')
  return inner.reduce<Expr>((outer, field) => ['.', outer, field], ['@', root, head])
}
