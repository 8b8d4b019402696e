import { functions } from '../../../src/core/functions.ts'
import type { Signature } from '../../../src/core/functions.ts'
import type { Expr } from '../../../src/core/program.ts'
import { mismatch, show } from '../assign.ts'
import type { Mismatch } from '../assign.ts'
import { ruleOfMismatch } from '../mismatch.ts'
import { didYouMean } from '../nearest.ts'
import { BOOL, NULL, STRING, WRONG, join, listOf, mayBeNull, nonNull } from '../types.ts'
import type { Type } from '../types.ts'
import constantCondition from '../../check/rules/constant-condition.ts'
import functionArguments from '../../check/rules/function-arguments.ts'
import nullableValue from '../../check/rules/nullable-value.ts'
import shadowedName from '../../check/rules/shadowed-name.ts'
import textArguments from '../../check/rules/text-arguments.ts'
import typeMismatch from '../../check/rules/type-mismatch.ts'
import unknownFunction from '../../check/rules/unknown-function.ts'
import unknownText from '../../check/rules/unknown-text.ts'
import { sourceOf, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { factsOf } from './facts.ts'
import type { Inference, Typed } from './infer.ts'
import { apply } from './signature.ts'
import type { Scope } from './scope.ts'

type CallNode = ASTNode & { op: 'call' | 'rcall' }
interface Call {
  node: CallNode
  name: string
  receiver: ASTNode | undefined
  args: ASTNode[]
}

/** Forms that are not plain functions: what they do to their arguments is more than evaluating them. */
const SPECIAL: Record<string, { call: 'function' | 'method'; infer: (inference: Inference, call: Call, scope: Scope) => Typed }> = {
  has: { call: 'function', infer: has },
  decimal: { call: 'function', infer: decimalLiteral },
  text: { call: 'function', infer: text },
  orValue: { call: 'method', infer: orValue },
  filter: { call: 'method', infer: macro },
  map: { call: 'method', infer: macro },
  all: { call: 'method', infer: macro },
  exists: { call: 'method', infer: macro },
  sortBy: { call: 'method', infer: macro },
}

/** Every name that may be called, for the documentation and for did-you-mean. */
export const callable: readonly string[] = [...Object.keys(SPECIAL), ...Object.keys(functions)]

export function inferCall(inference: Inference, node: CallNode, scope: Scope): Typed {
  const call: Call =
    node.op === 'call'
      ? { node, name: node.args[0], receiver: undefined, args: node.args[1] }
      : { node, name: node.args[0], receiver: node.args[1], args: node.args[2] }
  const special = Object.hasOwn(SPECIAL, call.name) ? SPECIAL[call.name] : undefined
  if (special) {
    if ((special.call === 'method') === (call.receiver !== undefined)) return special.infer(inference, call, scope)
    return inference.fault(functionArguments, node, special.call === 'method' ? `"${call.name}" is written after a value: x.${call.name}(…).` : `"${call.name}" is written before its arguments: ${call.name}(…).`)
  }
  const signature = functions[call.name]
  if (!signature) return inference.fault(unknownFunction, node, `There is no function "${call.name}".`, didYouMean(call.name, callable))
  if (signature.call !== 'both' && (signature.call === 'method') !== (call.receiver !== undefined)) {
    return inference.fault(functionArguments, node, signature.call === 'method' ? `"${call.name}" is written after a value: x.${call.name}(…).` : `"${call.name}" is written before its arguments: ${call.name}(…).`)
  }
  return plain(inference, call, signature, scope)
}

function plain(inference: Inference, call: Call, signature: Signature, scope: Scope): Typed {
  const nodes = call.receiver ? [call.receiver, ...call.args] : call.args
  const most = signature.params.length
  const least = most - (signature.optional ?? 0)
  if (nodes.length < least || nodes.length > most) {
    const extra = call.receiver ? 1 : 0
    const wanted = least === most ? `${most - extra}` : `${least - extra} to ${most - extra}`
    return inference.fault(functionArguments, call.node, `"${call.name}" takes ${wanted} argument${wanted === '1' ? '' : 's'}, and gets ${call.args.length}.`)
  }
  const typed = nodes.map((node, index) => {
    const wanted = signature.params[index] ?? ''
    return wanted.endsWith('?') || wanted.split('|').includes('unknown') ? inference.infer(node, scope) : inference.solid(node, scope)
  })
  if (typed.some((one) => one.type.k === 'wrong')) return { type: WRONG, expr: null }
  const applied = apply(signature, typed.map((one) => one.type), (name) => inference.world.named(name))
  if ('problem' in applied) {
    const at = nodes[applied.index] ?? call.node
    return mismatched(inference, applied.problem, at, `${call.name}(…)`)
  }
  if (call.name === 'label') labelKeys(inference, call, typed)
  inference.uses.functions.add(call.name)
  return { type: applied.result, expr: ['f', call.name, ...typed.map((one) => one.expr)] }
}

function mismatched(inference: Inference, problem: Mismatch, at: ASTNode, place: string): Typed {
  return inference.fault(ruleOfMismatch(problem), at, `In ${place}: ${problem.message}`, problem.suggestion)
}

function labelKeys(inference: Inference, call: Call, typed: Typed[]): void {
  const prefix = stringLiteral(call.args[0])
  const at = call.args[1] ?? call.node
  if (prefix === undefined) {
    inference.fault(functionArguments, call.args[0] ?? call.node, 'The prefix of label(…) is a text in quotes, so that its keys can be checked.')
    return
  }
  const type = typed[1]?.type
  const values: readonly (string | number)[] | undefined = type?.k === 'string' || type?.k === 'int' ? type.enum : undefined
  if (!values) {
    if (type && type.k !== 'wrong') inference.fault(typeMismatch, at, `label(…) takes a value whose possible values are known, and this is ${show(type)}.`)
    return
  }
  for (const value of values) {
    const key = `${prefix}.${value}`
    inference.uses.texts.add(key)
    if (!inference.world.texts.arguments(key)) inference.fault(unknownText, call.args[0] ?? at, `There is no text "${key}", and the value may be "${value}".`, didYouMean(key, inference.world.texts.keys()))
  }
}

function has(inference: Inference, call: Call, scope: Scope): Typed {
  const [path] = call.args
  if (!path || call.args.length !== 1 || path.op !== '.') return inference.fault(functionArguments, call.node, 'has(…) takes a field: has(x.field).')
  const field = inference.infer(path, scope)
  if (field.type.k === 'wrong') return field
  if (!mayBeNull(field.type)) {
    inference.fault(constantCondition, call.node, `${sourceOf(path)} is always there, so this is always true.`)
    return { type: BOOL, expr: true }
  }
  const { expr } = field
  const [op, object, name] = Array.isArray(expr) ? (expr as readonly Expr[]) : []
  return { type: BOOL, expr: op === '.' ? ['has', object as Expr, name as Expr] : ['!=', expr, null] }
}

const DECIMAL = /^-?\d{1,24}(\.\d{1,12})?$/

function decimalLiteral(inference: Inference, call: Call, scope: Scope): Typed {
  const [node] = call.args
  if (!node || call.args.length !== 1) return inference.fault(functionArguments, call.node, 'decimal(…) takes one argument.')
  const value = stringLiteral(node)
  if (value !== undefined) {
    if (DECIMAL.test(value)) return { type: { k: 'decimal', unit: 'none', literal: true }, expr: value }
    return inference.fault(typeMismatch, node, `"${value}" is not a decimal.`, 'Write digits, at most 12 of them after a point.')
  }
  const typed = inference.solid(node, scope)
  if (typed.type.k === 'wrong') return typed
  if (typed.type.k !== 'int') return inference.fault(typeMismatch, node, `decimal(…) takes a literal text or a whole number, and this is ${show(typed.type)}.`)
  inference.uses.functions.add('string')
  return { type: { k: 'decimal', unit: 'none' }, expr: typeof typed.expr === 'number' ? String(typed.expr) : ['f', 'string', typed.expr] }
}

function orValue(inference: Inference, call: Call, scope: Scope): Typed {
  const [fallback] = call.args
  if (!call.receiver || !fallback || call.args.length !== 1) return inference.fault(functionArguments, call.node, 'orValue(…) takes one argument.')
  const value = inference.infer(call.receiver, scope)
  const other = inference.infer(fallback, scope)
  if (value.type.k === 'wrong' || other.type.k === 'wrong') return { type: WRONG, expr: null }
  if (!mayBeNull(value.type) && value.type.k !== 'unknown') {
    inference.fault(constantCondition, call.node, `${sourceOf(call.receiver)} is never null here, so the other value is never used.`)
    return value
  }
  const type = value.type.k === 'null' ? other.type : join(nonNull(value.type), other.type)
  if (!type) {
    const problem = mismatch(other.type, nonNull(value.type))
    return problem ? mismatched(inference, problem, fallback, 'orValue(…)') : inference.fault(typeMismatch, fallback, `This is ${show(other.type)}, and ${show(nonNull(value.type))} is expected.`)
  }
  return { type, expr: ['??', value.expr, other.expr] }
}

const ORDERED = new Set<Type['k']>(['string', 'int', 'number', 'decimal', 'bool'])

function macro(inference: Inference, call: Call, scope: Scope): Typed {
  const { name, args, node } = call
  const three = name === 'map' && args.length === 3
  const [variable, first, second] = args
  if (!call.receiver || !variable || !first || (args.length !== 2 && !three)) return inference.fault(functionArguments, node, `"${name}" takes a name and an expression: list.${name}(x, …).`)
  if (variable.op !== 'id') return inference.fault(functionArguments, variable, `The first argument of "${name}" is a name for the item.`)
  const list = inference.solid(call.receiver, scope)
  if (list.type.k === 'wrong') return list
  if (list.type.k !== 'list') return inference.fault(typeMismatch, call.receiver, `"${name}" works on a list, and ${sourceOf(call.receiver)} is ${show(list.type)}.`)
  if (scope.names.has(variable.args)) return inference.fault(shadowedName, variable, `"${variable.args}" already stands for something else here.`)
  const inner = scope.bind(variable.args, list.type.of)
  const local = inner.local(variable.args)
  if (name === 'sortBy') return sortBy(inference, first, inner, list, local)
  if (name !== 'map') {
    const body = inference.condition(first, inner)
    return { type: name === 'filter' ? list.type : BOOL, expr: [name, list.expr, local, body.expr] }
  }
  const source: Expr = three ? ['filter', list.expr, local, inference.condition(first, inner).expr] : list.expr
  const target = second ?? first
  const body = inference.infer(target, three ? inner.know(factsOf(first, true)) : inner)
  return body.type.k === 'wrong' ? body : { type: listOf(body.type), expr: ['map_', source, local, body.expr] }
}

function sortBy(inference: Inference, key: ASTNode, inner: Scope, list: Typed, local: string): Typed {
  const body = inference.solid(key, inner)
  if (body.type.k === 'wrong') return body
  if (!ORDERED.has(body.type.k)) return inference.fault(typeMismatch, key, `A list is sorted by a number, a decimal or a string, and this is ${show(body.type)}.`)
  if (body.type.k !== 'decimal') return { type: list.type, expr: ['sortBy', list.expr, local, body.expr] }
  inference.uses.functions.add('orderKey')
  return { type: list.type, expr: ['sortBy', list.expr, local, ['f', 'orderKey', body.expr]] }
}

function text(inference: Inference, call: Call, scope: Scope): Typed {
  const [keyNode, given] = call.args
  const key = stringLiteral(keyNode)
  if (!keyNode || call.args.length > 2) return inference.fault(functionArguments, call.node, 'text(…) takes a key and, if its words have any, their arguments.')
  if (key === undefined) return inference.fault(functionArguments, keyNode, 'The key of text(…) is a text in quotes, so that it can be checked.', 'For the values of an enumeration, use label("prefix", value).')
  const args = given ? inference.infer(given, scope) : undefined
  inference.uses.texts.add(key)
  const wanted = inference.world.texts.arguments(key)
  if (!wanted) return inference.fault(unknownText, keyNode, `There is no text "${key}".`, didYouMean(key, inference.world.texts.keys()))
  if (args && args.type.k !== 'object') return args.type.k === 'wrong' ? args : inference.fault(textArguments, given ?? call.node, 'The arguments of a text are a map: {"name": value}.')
  const types = new Map([...(args?.type.k === 'object' ? args.type.fields : [])].map(([name, field]) => [name, field.type]))
  for (const problem of checkTextArguments(key, wanted, types)) {
    const at = given?.op === 'map' ? given.args.find(([name]) => stringLiteral(name) === problem.name)?.[1] : undefined
    inference.fault(problem.isNull ? nullableValue : textArguments, at ?? call.node, problem.message, problem.suggestion)
  }
  return { type: STRING, expr: args ? ['t', key, args.expr] : ['t', key] }
}

export interface TextProblem {
  name: string
  message: string
  suggestion?: string
  isNull?: boolean
}

/** Whether the arguments given to a text are those that its words name, and can stand in a sentence. */
export function checkTextArguments(key: string, wanted: ReadonlyMap<string, 'count' | 'value'>, given: ReadonlyMap<string, Type>): TextProblem[] {
  const problems: TextProblem[] = []
  for (const [name, kind] of wanted) {
    const type = given.get(name)
    if (!type) problems.push({ name, message: `The text "${key}" needs the argument "${name}".` })
    else if (mayBeNull(type) || type === NULL) problems.push({ name, isNull: true, message: `The argument "${name}" of the text "${key}" may be null.`, suggestion: 'Narrow it first, or use .orValue(…).' })
    else if (kind === 'count' ? type.k !== 'int' && type.k !== 'wrong' : type.k !== 'string' && type.k !== 'int' && type.k !== 'wrong') {
      const wantedWords = kind === 'count' ? 'a whole number' : 'a string or a whole number'
      const formatted = type.k === 'decimal' || type.k === 'number' ? 'Write it for the reader first: money(…), price(…), percent(…), number(…).' : undefined
      problems.push({ name, message: `The argument "${name}" of the text "${key}" is ${show(type)}, and ${wantedWords} is expected.`, ...(formatted === undefined ? {} : { suggestion: formatted }) })
    }
  }
  for (const name of given.keys()) {
    if (!wanted.has(name)) {
      const near = didYouMean(name, wanted.keys())
      problems.push({ name, message: `The words of "${key}" name no argument "${name}".`, ...(near === undefined ? {} : { suggestion: near }) })
    }
  }
  return problems
}
