import { itemsOf } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { pathKey } from '../infer/astKey.ts'
import { isNonNull } from '../infer/facts.ts'
import { expectKind, joinPath } from './readFields.ts'
import type { CompileContext } from './compileContext.ts'

/** Whether a name in a keyword of a node is a query of the screen or a query parameter of the part; reports it otherwise. */
export function checkQueryName(node: JsonNode, keyword: string, { unit, path }: CompileContext): boolean {
  const name = String(node.value)
  if (unit.queries.has(name)) {
    unit.mention(unit.own('query', name), node)
    return true
  }
  unit.emit(
    unit.kind === 'part'
      ? { event: 'partHasNoQueries', keyword, query: name, queries: unit.queries.keys() }
      : { event: 'unknownQuery', kind: 'screen', query: name, queries: unit.queries.keys() },
    node,
    path,
  )
  return false
}

/** Compiles `showErrorOf`: queries whose error a node shows without waiting for them. */
export function compileShownErrors(
  list: JsonNode,
  { each }: Readonly<Record<string, JsonNode | undefined>>,
  context: CompileContext,
): string[] {
  const { unit, scope, path } = context
  const names = new Set<string>()
  if (each) unit.emit({ event: 'sameErrorInRows' }, list, path)
  if (itemsOf(list).length === 0) unit.emit({ event: 'noQueryListed' }, list, path)
  for (const [index, node] of itemsOf(list).entries()) {
    const at = joinPath(path, index)
    if (!expectKind(unit, node, 'string', at) || !checkQueryName(node, 'showErrorOf', { ...context, path: at }))
      continue
    const name = String(node.value)
    if (names.has(name)) unit.emit({ event: 'queryListedTwice', query: name }, node, at)
    else if (isNonNull(scope.facts, pathKey(name))) unit.emit({ event: 'errorShownAround', query: name }, node, at)
    names.add(name)
  }
  return [...names].map((name) => unit.local(name))
}
