import { showType } from '../assign.ts'
import type { Rule, Suggestion } from '../diagnostics.ts'
import { didYouMean } from '../nearest.ts'
import { NULL, STRING, mayBeNull } from '../types.ts'
import type { Type } from '../types.ts'
import functionArguments from '../../check/rules/function-arguments.ts'
import nullableValue from '../../check/rules/nullable-value.ts'
import rawNumber from '../../check/rules/raw-number.ts'
import textArguments from '../../check/rules/text-arguments.ts'
import unknownText from '../../check/rules/unknown-text.ts'
import { stringLiteral } from './ast.ts'
import type { Call } from './call.ts'
import type { Inference } from './inference.ts'
import type { Typed } from './inference.ts'
import type { Scope } from './scope.ts'

/** Infers `text(key, arguments)`: a string. Reports an unknown key, a key that is no literal, and arguments that do not match the text. */
export function inferText(inference: Inference, call: Call, scope: Scope): Typed {
  const [keyNode, given] = call.args
  const key = stringLiteral(keyNode)
  if (!keyNode || call.args.length > 2)
    return inference.report(
      functionArguments,
      call.node,
      'text(…) takes a key and, if its words have any, their arguments.',
    )
  if (key === undefined)
    return inference.report(
      functionArguments,
      keyNode,
      'The key of text(…) must be a literal, so that it can be checked.',
      'For the values of an enumeration, write enumText("prefix", value).',
    )
  const args = given ? inference.infer(given, scope) : undefined
  inference.uses.texts.add(key)
  const expected = inference.env.texts.arguments(key)
  if (!expected)
    return inference.report(
      unknownText,
      keyNode,
      `There is no text "${key}".`,
      didYouMean(key, inference.env.texts.keys()),
    )
  if (args && args.type.k !== 'object')
    return args.type.k === 'wrong'
      ? args
      : inference.report(textArguments, given ?? call.node, 'The arguments of a text are a map: {"name": value}.')
  const types = new Map(
    [...(args?.type.k === 'object' ? args.type.fields : [])].map(([name, field]) => [name, field.type]),
  )
  for (const problem of checkTextArguments(key, expected, types)) {
    const at = given?.op === 'map' ? given.args.find(([name]) => stringLiteral(name) === problem.name)?.[1] : undefined
    inference.report(problem.rule ?? textArguments, at ?? call.node, problem.message, problem.suggestion)
  }
  return { type: STRING, expr: args ? ['t', key, args.expr] : ['t', key] }
}

const FORMATTERS = 'Format it: money(…), price(…), percent(…), number(…).'

const COUNTED = 'name the argument "count" and give the text its plural forms.'
/** Hint for an unformatted whole number. `count` has group separators too, and selects the plural form. */
function formatHint({ unit }: Type & { k: 'int' }): string {
  if (unit === 'unix') return 'Format it: dateTime(…), date(…), relativeTime(…).'
  return unit === undefined ? `Format it: number(…). Or count it: ${COUNTED}` : `Count it: ${COUNTED}`
}

export interface TextProblem {
  name: string
  message: string
  suggestion?: Suggestion
  rule?: Rule
}

/** Checks that the arguments of a text are those that its words name, and can be inserted into a sentence. */
export function checkTextArguments(
  key: string,
  expected: ReadonlyMap<string, 'count' | 'value'>,
  given: ReadonlyMap<string, Type>,
): TextProblem[] {
  const problems: TextProblem[] = []
  for (const [name, kind] of expected) {
    const type = given.get(name)
    if (!type) problems.push({ name, message: `The text "${key}" needs the argument "${name}".` })
    else if (mayBeNull(type) || type === NULL)
      problems.push({
        name,
        rule: nullableValue,
        message: `The argument "${name}" of the text "${key}" may be null.`,
        suggestion: 'Narrow it first, or use .orValue(…).',
      })
    else if (type.k === 'string' && type.raw !== undefined)
      problems.push({
        name,
        rule: rawNumber,
        message: `The argument "${name}" of the text "${key}" is ${type.raw} as it is stored.`,
        suggestion: FORMATTERS,
      })
    else if (type.k === 'int' && (type.unit === 'unix' || kind === 'value'))
      problems.push({
        name,
        rule: rawNumber,
        message: `The argument "${name}" of the text "${key}" is ${showType(type)} as it is stored.`,
        suggestion: formatHint(type),
      })
    else if (kind === 'count' ? type.k !== 'int' && type.k !== 'wrong' : type.k !== 'string' && type.k !== 'wrong') {
      const expectedType = kind === 'count' ? 'a whole number' : 'a string'
      const formatted = type.k === 'decimal' || type.k === 'number' ? FORMATTERS : undefined
      problems.push({
        name,
        message: `The argument "${name}" of the text "${key}" is ${showType(type)}, and ${expectedType} is expected.`,
        ...(formatted === undefined ? {} : { suggestion: formatted }),
      })
    }
  }
  for (const name of given.keys()) {
    if (!expected.has(name)) {
      const near = didYouMean(name, expected.keys())
      problems.push({
        name,
        message: `The words of "${key}" name no argument "${name}".`,
        ...(near === undefined ? {} : { suggestion: near }),
      })
    }
  }
  return problems
}
