import { itemsOf } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { pathKey } from '../infer/astKey.ts'
import { isNonNull } from '../infer/facts.ts'
import { expectKind, joinPath } from './readFields.ts'
import type { CompileContext } from './compileContext.ts'
import { listedTwice, noQueryListed, sameErrorInRows, shownAround } from '../rules/query-error.ts'
import { noQuery, partHasNoQueries } from '../rules/unknown-query.ts'

/** Whether the name in `waitFor` or `showErrorOf` is a query of the screen or a query parameter of the part; reports it otherwise. */
export function checkQueryName(
  node: JsonNode,
  keyword: 'waitFor' | 'showErrorOf',
  { unit, path }: CompileContext,
): boolean {
  const name = String(node.value)
  if (unit.queries.has(name)) {
    unit.mention(unit.own('query', name), node)
    return true
  }
  unit.report(
    unit.kind === 'part'
      ? partHasNoQueries(keyword, name, unit.queries.keys())
      : noQuery('screen', name, unit.queries.keys()),
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
  if (each) unit.report(sameErrorInRows(), list, path)
  if (itemsOf(list).length === 0) unit.report(noQueryListed(), list, path)
  for (const [index, node] of itemsOf(list).entries()) {
    const at = joinPath(path, index)
    if (!expectKind(unit, node, 'string', at) || !checkQueryName(node, 'showErrorOf', { ...context, path: at }))
      continue
    const name = String(node.value)
    if (names.has(name)) unit.report(listedTwice(name), node, at)
    else if (isNonNull(scope.facts, pathKey(name))) unit.report(shownAround(name), node, at)
    names.add(name)
  }
  return [...names].map((name) => unit.local(name))
}
