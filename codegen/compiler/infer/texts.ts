import { showType } from './describeType.ts'
import { nearest } from '../source/nearest.ts'
import { NULL, STRING, mayBeNull, readField } from './types.ts'
import type { Type } from './types.ts'
import { stringLiteral } from './ast.ts'
import type { Call } from './call.ts'
import type { Inference } from './inference.ts'
import type { Typed } from './inference.ts'
import type { Scope } from './scope.ts'
import { keyNotLiteral, textFunctionArguments } from '../rules/function-arguments.ts'
import { argumentMayBeNull } from '../rules/nullable-value.ts'
import { rawArgument } from '../rules/raw-number.ts'
import { argumentNeeded, argumentType, noArgument, notMap } from '../rules/text-arguments.ts'
import { unknownKeyInExpression } from '../rules/unknown-text.ts'
import type { Report } from '../source/diagnostics.ts'
import type { Message } from '../source/textCatalogue.ts'

/** Infers `text(key, arguments)`: a string. Reports an unknown key, a key that is no literal, and arguments that do not match the text. */
export function inferText(inference: Inference, call: Call, scope: Scope): Typed {
  const [keyNode, given] = call.args
  const key = stringLiteral(keyNode)
  if (!keyNode || call.args.length > 2) return inference.report(textFunctionArguments(), call.node)
  if (key === undefined) return inference.report(keyNotLiteral(), keyNode)
  const args = given ? inference.infer(given, scope) : undefined
  inference.uses.use('texts', key)
  inference.mention({ kind: 'text', name: key }, { start: keyNode.start + 1, end: keyNode.end - 1 })
  const expected = inference.env.texts.arguments(key)
  if (!expected) return inference.report(unknownKeyInExpression(key, inference.env.texts.keys()), keyNode)
  if (args && args.type.k !== 'object')
    return args.type.k === 'wrong' ? args : inference.report(notMap(), given ?? call.node)
  const types = new Map(
    [...(args?.type.k === 'object' ? args.type.fields : [])].map(([name, field]) => [name, readField(field)]),
  )
  for (const problem of checkTextArguments(key, expected, types)) {
    const at = given?.op === 'map' ? given.args.find(([name]) => stringLiteral(name) === problem.name)?.[1] : undefined
    inference.report(problem.report, at ?? call.node)
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
  report: Report
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
    if (!type && unknown.some((one) => nearest(one, [name]) !== undefined)) continue
    const add = (report: Report): void => void problems.push({ name, report })
    if (!type) add(argumentNeeded(key, name))
    else if (mayBeNull(type) || type === NULL) add(argumentMayBeNull(name, key))
    else if (type.k === 'string' && type.raw !== undefined) add(rawArgument(name, key, type.raw, FORMATTERS))
    else if (type.k === 'int' && (type.unit === 'unix' || kind === 'value'))
      add(rawArgument(name, key, showType(type), formatHint(type)))
    else if (kind === 'count' ? type.k !== 'int' && type.k !== 'wrong' : type.k !== 'string' && type.k !== 'wrong') {
      const formatted = type.k === 'decimal' || type.k === 'number' ? FORMATTERS : undefined
      add(argumentType(key, name, type, kind === 'count' ? 'a whole number' : 'a string', formatted))
    }
  }
  for (const name of unknown) problems.push({ name, report: noArgument(key, name, expected.keys()) })
  return problems
}
