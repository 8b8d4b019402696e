import type { Found } from '../events.ts'
import { showType } from './describeType.ts'
import { nearest } from '../source/names/nearest.ts'
import { NULL, STRING, mayBeNull, readField } from './types.ts'
import type { Type } from './types.ts'
import { stringLiteral } from './ast.ts'
import type { Call } from './call.ts'
import type { Inference } from './inference.ts'
import type { Typed } from './inference.ts'
import type { Scope } from './scope.ts'
import type { Message } from '../source/textCatalogue.ts'

/** Infers `text(key, arguments)`: a string. Reports an unknown key, a key that is no literal, and arguments that do not match the text. */
export function inferText(inference: Inference, call: Call, scope: Scope): Typed {
  const [keyNode, given] = call.args
  const key = stringLiteral(keyNode)
  if (!keyNode || call.args.length > 2) return inference.emit({ event: 'textFunctionArguments' }, call.node)
  if (key === undefined) return inference.emit({ event: 'textKeyNotLiteral' }, keyNode)
  const args = given ? inference.infer(given, scope) : undefined
  inference.uses.use('texts', key)
  inference.mention({ kind: 'text', name: key }, { start: keyNode.start + 1, end: keyNode.end - 1 })
  const expected = inference.env.texts.arguments(key)
  if (!expected)
    return inference.emit({ event: 'unknownTextInExpression', key, keys: inference.env.texts.keys() }, keyNode)
  if (args && args.type.k !== 'object')
    return args.type.k === 'wrong' ? args : inference.emit({ event: 'textArgumentsNotMap' }, given ?? call.node)
  const types = new Map(
    [...(args?.type.k === 'object' ? args.type.fields : [])].map(([name, field]) => [name, readField(field)]),
  )
  for (const problem of checkTextArguments(key, expected, types)) {
    const at = given?.op === 'map' ? given.args.find(([name]) => stringLiteral(name) === problem.name)?.[1] : undefined
    inference.emit(problem.found, at ?? call.node)
  }
  return { type: STRING, expr: args ? ['t', key, args.expr] : ['t', key] }
}

const FORMATTERS: Message = { code: 'advice/formatAmount' }
/** Hint for an unformatted whole number. `count` has group separators too, and selects the plural form. */
function formatHint({ unit }: Type & { k: 'int' }): Message {
  if (unit === 'unix') return { code: 'advice/formatTime' }
  return { code: unit === undefined ? 'advice/formatOrCount' : 'advice/count' }
}

export interface TextProblem {
  name: string
  found: Found
}

/** Checks that the arguments of a text are those that its words name, and can be inserted into a sentence. */
export function checkTextArguments(
  key: string,
  expected: ReadonlyMap<string, 'count' | 'value'>,
  given: ReadonlyMap<string, Type>,
): TextProblem[] {
  const problems: TextProblem[] = []
  const unknown = [...given.keys()].filter((name) => !expected.has(name))
  for (const [name, kind] of expected) {
    const type = given.get(name)
    // A misspelt argument is one finding.
    if (!type && unknown.some((other) => nearest(other, [name]) !== undefined)) continue
    const add = (found: Found): void => void problems.push({ name, found })
    if (!type) add({ event: 'textArgumentMissing', key, name })
    else if (mayBeNull(type) || type === NULL) add({ event: 'argumentMayBeNull', name, key })
    else if (type.k === 'string' && type.raw !== undefined)
      add({ event: 'rawNumberArgument', name, key, number: type.raw, hint: FORMATTERS })
    else if (type.k === 'int' && (type.unit === 'unix' || kind === 'value'))
      add({ event: 'rawNumberArgument', name, key, number: showType(type), hint: formatHint(type) })
    else if (kind === 'count' ? type.k !== 'int' && type.k !== 'wrong' : type.k !== 'string' && type.k !== 'wrong') {
      const formatted = type.k === 'decimal' || type.k === 'number' ? FORMATTERS : undefined
      add({
        event: 'textArgumentType',
        key,
        name,
        type,
        expected: kind === 'count' ? 'a whole number' : 'a string',
        hint: formatted,
      })
    }
  }
  for (const name of unknown)
    problems.push({ name, found: { event: 'unknownTextArgument', key, name, names: expected.keys() } })
  return problems
}
