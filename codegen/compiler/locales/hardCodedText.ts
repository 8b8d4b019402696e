import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { alternativesOf, isOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { JsonNode } from '../source/source.ts'
import type { CompileContext, Value } from '../lower/compileContext.ts'
import { isExpression } from '../lower/compilationUnit.ts'

/** A word of a language; capitals and digits are codes, as in USDT. */
const WORD = /\p{Lo}|\p{L}*\p{Ll}\p{L}*/gu
const isWord = (text: string): boolean =>
  (text.match(WORD) ?? []).some((word) => word.length > 2 || /\p{Lo}/u.test(word))

/** Texts for the user are translated: no literal words in a screen, and no stored names of values. */
export function reportHardCodedText(node: JsonNode, value: Value, { unit, path }: CompileContext): void {
  const literal = literalsOf('expr' in value ? value.expr : (value.json as Expr)).find(isWord)
  if (literal !== undefined)
    return unit.emit({ event: 'literalTextShown', word: literal, isExpression: isExpression(node) }, node, path)
  const inner = value.type?.k === 'nullable' ? value.type.of : value.type
  if (inner?.k !== 'string') return
  const stored = (inner.enum ?? inner.stored ?? []).filter(isWord)
  if (stored.length > 0) unit.emit({ event: 'storedTextShown', values: stored }, node, path)
}

/** Strings of an expression that end up in what it says. */
function literalsOf(expr: Expr): string[] {
  if (typeof expr === 'string') return [expr]
  if (isOperation(expr) && expr[0] === 's+') return [expr[1], expr[2]].flatMap(literalsOf)
  return alternativesOf(expr)?.flatMap(literalsOf) ?? []
}
