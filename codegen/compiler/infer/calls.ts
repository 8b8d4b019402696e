import { reportDivisor } from './arithmetic.ts'
import type { Call, CallNode } from './call.ts'
import type { Advice } from '../source/findings/diagnostics.ts'
import { functionSynonyms, type Signatures } from '../contract/functions.ts'
import type { Signature } from '../../../src/engine/language/expressions/signature.ts'
import { showType } from './describeType.ts'
import { WRONG, nonNull, sizeTogether, withSize } from './types.ts'
import type { StringType, Type } from './types.ts'
import { MACROS, sourceOf, stringLiteral } from './ast.ts'
import type { ASTNode } from './ast.ts'
import { keyOf } from './astKey.ts'
import { unitEqualityUnder, isNonEmpty, numbersOfExpr } from './facts.ts'
import { inferDecimal, inferHas, inferOrValue } from './forms.ts'
import type { Inference } from './inference.ts'
import { WRONG_TYPED } from './inference.ts'
import type { Typed } from './inference.ts'
import { inferMacro } from './macros.ts'
import { countsBetween, describeInterval } from './interval.ts'
import type { Interval } from './interval.ts'
import { checkIndex } from './names.ts'
import type { Scope } from './scope.ts'
import { unitRefOfExpr, withKnownFields, withUnitRef } from './unitRefs.ts'
import { matchArguments } from './signature.ts'
import { inferText } from './texts.ts'
import { within } from '../events.ts'

/** Macros: they do not only evaluate their arguments. */
const SPECIAL: Record<
  string,
  { call: 'function' | 'method'; infer: (inference: Inference, call: Call, scope: Scope) => Typed }
> = {
  has: { call: 'function', infer: inferHas },
  decimal: { call: 'function', infer: inferDecimal },
  text: { call: 'function', infer: inferText },
  orValue: { call: 'method', infer: inferOrValue },
  ...Object.fromEntries([...MACROS].map((name) => [name, { call: 'method', infer: inferMacro } as const])),
}

/** Every name that may be called, for the documentation and for did-you-mean. */
export const callableNames = (signatures: Signatures): readonly string[] => [
  ...Object.keys(SPECIAL),
  ...Object.keys(signatures),
]

/** Infers a call of a function or method. Reports an unknown name, and a function called as a method or the reverse. */
export function inferCall(inference: Inference, node: CallNode, scope: Scope): Typed {
  const call: Call =
    node.op === 'call'
      ? { node, name: node.args[0], receiver: undefined, args: node.args[1] }
      : { node, name: node.args[0], receiver: node.args[1], args: node.args[2] }
  const special = Object.hasOwn(SPECIAL, call.name) ? SPECIAL[call.name] : undefined
  if (special) {
    if ((special.call === 'method') === (call.receiver !== undefined)) return special.infer(inference, call, scope)
    return inference.emit({ event: 'calledAsOther', name: call.name, isMethod: special.call === 'method' }, node)
  }
  const { signatures } = inference.env
  const signature = signatures[call.name]
  if (!signature)
    return inference.emit(
      {
        event: 'unknownFunction',
        name: call.name,
        names: callableNames(signatures),
        synonyms: functionSynonyms(signatures),
      },
      node,
    )
  if (signature.call !== 'both' && (signature.call === 'method') !== (call.receiver !== undefined)) {
    return inference.emit({ event: 'calledAsOther', name: call.name, isMethod: signature.call === 'method' }, node)
  }
  return inferFunction(inference, call, signature, scope)
}

function inferFunction(inference: Inference, call: Call, signature: Signature, scope: Scope): Typed {
  const nodes = call.receiver ? [call.receiver, ...call.args] : call.args
  const maxArguments = signature.params.length
  const minArguments = maxArguments - (signature.optional ?? 0)
  if (nodes.length < minArguments || nodes.length > maxArguments) {
    const extra = call.receiver ? 1 : 0
    return inference.emit(
      {
        event: 'argumentCount',
        name: call.name,
        least: minArguments - extra,
        most: maxArguments - extra,
        given: call.args.length,
      },
      call.node,
    )
  }
  const typed = nodes.map((node, index) => {
    const param = signature.params[index] ?? ''
    return param.endsWith('?') || param.split('|').includes('unknown')
      ? inference.infer(node, scope)
      : inference.inferKnown(node, scope)
  })
  if (typed.some((operand) => operand.type.k === 'wrong')) return WRONG_TYPED
  const types = typed.map((operand) => operand.type)
  const matchTypes = (given: readonly Type[]): ReturnType<typeof matchArguments> =>
    matchArguments(signature, given, (name) => inference.env.named(name), unitEqualityUnder(scope.facts))
  const applied = matchTypes(types)
  if ('problem' in applied) {
    const { index, problem } = applied
    const isMatch = (given: readonly Type[]): boolean => 'result' in matchTypes(given)
    const order = call.receiver ? undefined : suggestOrder(call, index, types, isMatch)
    // The fix of one of several wrong arguments is not certain.
    const isCertain = isMatch(types.with(index, WRONG))
    return inference.emit(
      within(
        { code: 'inside/function', params: { name: call.name } },
        { ...problem, ...(order && { advice: order }), ...(!isCertain && { isUncertain: true }) },
      ),
      nodes[index] ?? call.node,
    )
  }
  const shown =
    signature.amountAndUnit && checkLabelledUnit(inference, call, signature.amountAndUnit, nodes, typed, scope)
  if (shown) return shown
  checkLimits(inference, call, signature, nodes, types, scope)
  checkFormatter(inference, call, types)
  for (const index of signature.divisors ?? []) {
    const [divisor, type] = [nodes[index], types[index]]
    const unsafe = divisor && type && reportDivisor(inference, divisor, type, scope)
    if (unsafe) return unsafe
  }
  if (call.name === 'enumText') labelKeys(inference, call, typed)
  inference.uses.use('functions', call.name)
  return {
    type:
      firstOrLastItem(call, typed[0]?.type, scope) ??
      sizeOf(call, typed[0]?.type) ??
      withSize(refineResult(signature, applied.result, nodes, typed), itemsOfResult(call.name, nodes, types, scope)),
    expr: ['f', call.name, ...typed.map((operand) => operand.expr)],
  }
}

/** Suggests to swap the argument with the one other argument for which all arguments then match. */
function suggestOrder(
  { args }: Call,
  index: number,
  types: readonly Type[],
  isMatch: (given: readonly Type[]) => boolean,
): Advice | undefined {
  const others = types.flatMap((type, other) =>
    other !== index && isMatch(types.with(index, type).with(other, types[index] ?? WRONG)) ? [other] : [],
  )
  const [a, b] = [args[index], args[others[0] ?? -1]]
  if (!a || !b || others.length > 1) return undefined
  const [textA, textB] = [a, b].map((node) => node.input.slice(node.start, node.end))
  const title = { code: 'advice/swapArguments' }
  if (textA === undefined || textB === undefined) return title
  return {
    ...title,
    fix: {
      title,
      edits: [
        { start: a.start, end: a.end, text: textB },
        { start: b.start, end: b.end, text: textA },
      ],
    },
  }
}

/** Reports a number beyond the limits of its argument, an index beyond the list, and a count of items that takes all of them. */
function checkLimits(
  inference: Inference,
  call: Call,
  { limits = {} }: Signature,
  nodes: readonly ASTNode[],
  types: readonly Type[],
  { facts }: Scope,
): void {
  for (const [place, [min, max]] of Object.entries(limits)) {
    const [node, type] = [nodes[Number(place)], types[Number(place)]]
    if (!node || !type) continue
    const given = numbersOfExpr(node, type, facts)
    if (given.max < min || given.min > max)
      inference.emit(
        {
          event: 'argumentOutOfRange',
          name: call.name,
          value: given.max < min ? given.max : given.min,
          expected: describeInterval({ min, max }),
        },
        node,
      )
  }
  const [list, count] = nodes
  const [listType, countType] = types
  if (!list || !count || !countType || listType?.k !== 'list') return
  if (call.name === 'at') checkIndex(inference, [list, listType], [count, countType], facts)
  const most = listType.size?.max ?? Infinity
  if (call.name === 'take' && numbersOfExpr(count, countType, facts).min > most)
    inference.emit({ event: 'takesWholeList', list: sourceOf(list), most }, count)
}

/** Reports money or a price that number(…) would show without its currency or decimals. */
function checkFormatter(inference: Inference, call: Call, [given]: readonly Type[]): void {
  const type = given && nonNull(given)
  if (call.name !== 'number' || type?.k !== 'decimal' || type.literal) return
  const formatter = FORMATTER_OF_UNIT[type.unit]
  if (formatter !== undefined)
    inference.emit({ event: 'formattedAsNumber', number: showType(type), formatter }, call.node)
}

const FORMATTER_OF_UNIT: Readonly<Record<string, string>> = { money: 'money(…, currency)', price: 'price(…)' }

/** The size of a list or text, within the bounds of its schema. */
function sizeOf(call: Call, of: Type | undefined): Type | undefined {
  if (call.name !== 'size') return undefined
  return {
    k: 'int',
    range: (of?.k === 'list' ? of.size : of?.k === 'string' ? of.length : undefined) ?? countsBetween(0, undefined),
  }
}

/** The number of items of the list that a function gives; undefined if it is unknown. */
function itemsOfResult(
  name: string,
  [, second]: readonly ASTNode[],
  [list, other]: readonly Type[],
  { facts }: Scope,
): Interval | undefined {
  if (list?.k !== 'list') return undefined
  if (name === 'reverse') return list.size
  if (name === 'concat') return other && sizeTogether(list, other)
  if (name !== 'take' || !second || !other) return undefined
  const { min, max } = numbersOfExpr(second, other, facts)
  const size = list.size ?? countsBetween(0, undefined)
  return { min: Math.max(0, Math.min(size.min, min)), max: Math.max(0, Math.min(size.max, max)) }
}

/** The first or last item of a list that is known to have one. */
function firstOrLastItem(call: Call, list: Type | undefined, scope: Scope): Type | undefined {
  if ((call.name !== 'first' && call.name !== 'last') || !call.receiver || list?.k !== 'list') return undefined
  return isNonEmpty(scope.facts, keyOf(call.receiver)) ? list.of : undefined
}

/** Refines the result type by `raw` and `fieldsFromArguments` of the signature. */
function refineResult(signature: Signature, result: Type, nodes: readonly ASTNode[], typed: readonly Typed[]): Type {
  const [given] = typed
  if (signature.raw && result.k === 'string' && given) return { ...result, ...rawOf(given.type) }
  const inner = nonNull(result)
  if (!signature.fieldsFromArguments || inner.k !== 'object') return result
  const bindings = Object.entries(signature.fieldsFromArguments).flatMap(([name, index]): [string, StringType][] => {
    const [node, one] = [nodes[index], typed[index]]
    const text = node && one ? withUnitRef(nonNull(one.type), node) : undefined
    return text?.k === 'string' ? [[name, text]] : []
  })
  const object = withKnownFields(inner, bindings)
  return result.k === 'nullable' ? { k: 'nullable', of: object } : object
}

/** A number converted to text without its formatter. */
function rawOf(type: Type): { raw?: string } {
  const inner = nonNull(type)
  if (inner.k === 'string') return inner.raw === undefined ? {} : { raw: inner.raw }
  return inner.k === 'decimal' || inner.k === 'number' || inner.k === 'int' ? { raw: showType(inner) } : {}
}

/** Checks that an amount is labelled with its own currency. */
function checkLabelledUnit(
  inference: Inference,
  call: Call,
  [amount, label]: readonly [number, number],
  nodes: readonly ASTNode[],
  typed: readonly Typed[],
  scope: Scope,
): Typed | undefined {
  const [amountNode, labelNode, type, text] = [nodes[amount], nodes[label], typed[amount]?.type, typed[label]?.type]
  if (!amountNode || !labelNode || type?.k !== 'decimal' || type.literal || !type.of || !text) return undefined
  const unitRef = unitRefOfExpr(text, labelNode)
  if (unitEqualityUnder(scope.facts)(type.of, unitRef)) return undefined
  return inference.emit({ event: 'otherCurrencyLabel', name: call.name, amount: type, label: unitRef }, labelNode)
}

function labelKeys(inference: Inference, call: Call, typed: Typed[]): void {
  const prefix = stringLiteral(call.args[0])
  const at = call.args[1] ?? call.node
  if (prefix === undefined) {
    inference.emit({ event: 'textPrefixNotLiteral' }, call.args[0] ?? call.node)
    return
  }
  const type = typed[1]?.type
  const values: readonly (string | number)[] | undefined =
    type?.k === 'string' || type?.k === 'int' ? type.enum : undefined
  if (!values) {
    if (type && type.k !== 'wrong') inference.emit({ event: 'notEnumeration', type }, at)
    return
  }
  for (const value of values) {
    const key = `${prefix}.${value}`
    inference.uses.use('texts', key)
    const { start, end } = call.args[0] ?? call.node
    inference.mention({ kind: 'text', name: key }, { start: start + 1, end: end - 1 }, true)
    if (!inference.env.texts.arguments(key))
      inference.emit({ event: 'unknownTextOfValue', key, value, keys: inference.env.texts.keys() }, call.args[0] ?? at)
  }
}
