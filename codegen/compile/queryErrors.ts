import { didYouMean } from './nearest.ts'
import { itemsOf } from './source.ts'
import type { JsonNode } from './source.ts'
import { expectKind, joinPath } from './readFields.ts'
import type { CompileContext } from './compileContext.ts'
import queryError from '../check/rules/query-error.ts'
import unknownQuery from '../check/rules/unknown-query.ts'

/** Whether the name in `waitFor` or `showErrorOf` is a query of the screen or a query parameter of the part; reports it otherwise. */
export function checkQueryName(
  node: JsonNode,
  keyword: 'waitFor' | 'showErrorOf',
  { unit, path }: CompileContext,
): boolean {
  const name = String(node.value)
  if (unit.queries.has(name)) return true
  const inPart = `A part has no queries of its own: put "${keyword}" where the part is used, or declare a parameter {"query": "<call>"}.`
  unit.report(
    unknownQuery,
    node,
    path,
    unit.kind === 'part' ? inPart : `The screen has no query "${name}".`,
    didYouMean(name, unit.queries.keys()),
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
  if (each)
    unit.report(
      queryError,
      list,
      path,
      'Each row would show the same error.',
      'Put "showErrorOf" on a node around the rows.',
    )
  if (itemsOf(list).length === 0) unit.report(queryError, list, path, 'This list is empty.', 'Remove "showErrorOf".')
  for (const [index, node] of itemsOf(list).entries()) {
    const at = joinPath(path, index)
    if (!expectKind(unit, node, 'string', at) || !checkQueryName(node, 'showErrorOf', { ...context, path: at }))
      continue
    const name = String(node.value)
    if (names.has(name)) unit.report(queryError, node, at, `"${name}" is listed twice.`)
    else if (scope.facts.get(name)?.some((one) => one.nonNull))
      unit.report(
        queryError,
        node,
        at,
        `A node around this waits for "${name}" and shows its error already.`,
        'Remove it here.',
      )
    names.add(name)
  }
  return [...names].map((name) => unit.local(name))
}
