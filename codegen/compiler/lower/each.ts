import { meantRepeater, parseRepeater } from '../source/repeater.ts'
import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { offsetInString } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import { sourceOf } from '../infer/ast.ts'
import { keyOf } from '../infer/astKey.ts'
import { factsAbout } from '../infer/facts.ts'
import { countsBetween } from '../infer/interval.ts'
import { WRONG, WRONG_EXPR } from '../infer/types.ts'
import type { Scope } from '../infer/scope.ts'
import type { CompileContext } from './compileContext.ts'

export interface Each {
  as: string
  index?: string
  list: Expr
  /** Greatest number of items; Infinity where nothing bounds them. */
  most: number
  /** With the names that the repeater binds. */
  scope: Scope
}

/** The name of the row in a repeater. */
export const rowNameOf = (node: JsonNode | undefined): string =>
  (parseRepeater(String(node?.value)) ?? meantRepeater(String(node?.value)))?.as ?? ''

/** "item in list" or "item, index in list": the list, and what is known for each of its items. */
export function compileEach(node: JsonNode, context: CompileContext): Each | undefined {
  const { unit, path, scope } = context
  const text = String(node.value)
  const written = parseRepeater(text)
  const repeater = written ?? meantRepeater(text)
  if (!written)
    unit.emit({ event: 'invalidRepeater', node, meant: repeater && `${repeater.as} in ${repeater.list}` }, node, path)
  if (!repeater) return undefined
  const { as, index } = repeater
  for (const name of [as, index]) {
    if (name === undefined || !scope.names.has(name)) continue
    const at = offsetInString(unit.source, node, text.indexOf(name))
    unit.emit({ event: 'nameTaken', name }, { start: at, end: at + name.length }, path)
    return undefined
  }
  const typed = unit.expression(node, text.length - repeater.list.length, path, (inference, ast) => {
    if (factsAbout(scope.facts, keyOf(ast))?.some(({ empty }) => empty))
      inference.emit({ event: 'rowsOfEmptyList', list: sourceOf(ast) }, ast)
    return inference.inferKnown(ast, scope)
  })
  if (!typed) return undefined
  const list = typed.type.k === 'list'
  if (!list && typed.type.k !== 'wrong') unit.emit({ event: 'repeaterNotList', type: typed.type }, node, path)
  const most = typed.type.k === 'list' ? typed.type.size?.max : undefined
  const row = scope.bind(as, typed.type.k === 'list' ? typed.type.of : WRONG)
  return {
    as,
    list: list ? typed.expr : WRONG_EXPR,
    most: list ? (most ?? Infinity) : 1,
    ...(index === undefined
      ? { scope: row }
      : {
          index,
          scope: row.bind(index, { k: 'int', range: countsBetween(0, most === undefined ? undefined : most - 1) }),
        }),
  }
}
