import type { TypesOf } from '../../compile/describeType.ts'
import { capitalize, describeDifference, isExpected, showType } from '../../compile/describeType.ts'
import type { Report, Rule, Suggestion } from '../../compile/diagnostics.ts'
import type { ASTNode } from '../../compile/infer/ast.ts'
import { conversionHint } from '../../compile/infer/literals.ts'
import { formatterHint, literalDecimalHint } from '../../compile/quickFix.ts'
import type { Type } from '../../compile/types.ts'

const rule: Rule = {
  name: 'type-mismatch',
  severity: 'error',
  follows: { 'impossible-schema': 'near' },
  doc: 'A value has the type that its place expects, and an operator has operands of its types.',
}
export default rule

export const conditionType = (type: Type): Report => ({
  rule,
  message: `A condition is true or false, and this is ${showType(type)}.`,
  suggestion: 'Compare it with a value.',
})

export const optionalAccess = (): Report => ({
  rule,
  message: 'Optional access is not part of this language.',
  suggestion: 'Narrow with != null or has(…).',
})

export const unknownLiteral = (): Report => ({
  rule,
  message: 'This literal is not a whole number, a decimal number, a text, true, false or null.',
  suggestion: 'Write a number such as 12 or 0.5, or a text in quotes.',
})

export const indexType = (holder: 'list' | 'map', type: Type): Report => ({
  rule,
  message: `${holder === 'list' ? 'A list is read by a whole number' : 'A map is read by a string'}, and this is ${showType(type)}.`,
  suggestion: "Write list[0] for a list, and map['name'] for a map.",
})

export const notIndexable = (source: string, type: Type): Report => ({
  rule,
  message: `Only lists and maps are read with brackets, and ${source} is ${showType(type)}.`,
  suggestion: 'Read a field with a dot: value.field.',
})

export const noEnumeration = (type: Type): Report => ({
  rule,
  message: `enumText(…) takes a value of an enumeration, and this is ${showType(type)}.`,
  suggestion: 'Read a field with an "enum" in its schema, or write the text itself.',
})

/** The receiver of a method such as `filter`. */
export const methodOfList = (method: string, source: string, type: Type): Report => ({
  rule,
  message: `"${method}" works on a list, and ${source} is ${showType(type)}.`,
  suggestion: 'Read a field that is a list.',
})

export const sortKeyType = (type: Type): Report => ({
  rule,
  message: `A list is sorted by a number, a decimal or a string, and this is ${showType(type)}.`,
  suggestion: 'Sort by a field: list.sortBy(item, item.time).',
})

export const mapKeyNotText = (): Report => ({
  rule,
  message: 'The keys of a map are texts in quotes.',
  suggestion: "Write {'name': value}.",
})

export const inNeedsList = (type: Type): Report => ({
  rule,
  message: `"in" needs a list, and this is ${showType(type)}.`,
  suggestion: "Write the values in brackets: x in ['a', 'b'].",
})

export const listCannotHold = (of: Type, item: Type): Report => ({
  rule,
  message: `A list of ${showType(of)} cannot hold ${showType(item)}.`,
  suggestion: 'Write items of one type.',
})

export const noMinus = (type: Type): Report => ({
  rule,
  message: `Only numbers have a minus, and this is ${showType(type)}.`,
  suggestion: 'Read a number, or write ! for the opposite of a condition.',
})

export const operandTypes = (op: string, a: Type, b: Type, operands: readonly ASTNode[]): Report => ({
  rule,
  message: describeDifference('operands', a, b, op),
  suggestion: conversionHint(a, b, operands),
})

export const differentTypes = (of: TypesOf, a: Type, b: Type): Report => ({
  rule,
  message: describeDifference(of, a, b),
  suggestion: 'Give both the same type: format a number, or compare a field of the object.',
})

export const notComparable = (a: Type, b: Type, operands: readonly ASTNode[]): Report => ({
  rule,
  message: `${capitalize(showType(a))} and ${showType(b)} cannot be compared.`,
  suggestion: conversionHint(a, b, operands),
})

export const notDecimal = (text: string): Report => ({
  rule,
  message: `"${text}" is not a decimal.`,
  suggestion: 'Write digits, at most 12 of them after a point.',
})

export const decimalOf = (type: Type): Report => ({
  rule,
  message: `decimal(…) takes a literal text or a whole number, and this is ${showType(type)}.`,
  suggestion: "Write for example decimal('0.5'); a value of the contract is a decimal already.",
})

/** A value, in words, that is not of the expected type. */
export const isNotOf = (value: string, expected: Type, suggestion?: Suggestion): Report => ({
  rule,
  message: isExpected(value, expected),
  suggestion: suggestion ?? `Write ${showType(expected)}, or an expression that gives one.`,
})

export const notText = (): Report => ({
  rule,
  message: 'A text is a key of locales/en.json, {"text": key, "args": {…}}, or an expression.',
  suggestion: 'Write the key, for example "news.title".',
})

export const noAlternative = (): Report => ({
  rule,
  message: 'This is none of the objects that are allowed here.',
  suggestion: 'Compare its fields with those that the schema lists.',
})

export const repeaterType = (type: Type): Report => ({
  rule,
  message: `A repeater goes through a list, and this is ${showType(type)}.`,
  suggestion: 'Name a list: "item in query.rows".',
})

/** The key of a repeated node, whose type is wrong as `mismatch` says. */
export const rowKeyType = (mismatch: Report): Report => ({
  rule: mismatch.rule,
  message: 'A key is a string or a whole number.',
})

export const notAssignable = (from: Type, to: Type): Report => ({
  rule,
  message: to.k === 'unknown' ? `This is ${showType(from)}.` : isExpected(showType(from), to),
  suggestion:
    to.k === 'string' && (from.k === 'int' || from.k === 'number' || from.k === 'decimal')
      ? formatterHint(from, to)
      : to.k === 'decimal' && from.k === 'int' && from.literal
        ? literalDecimalHint()
        : undefined,
})

export const fieldMissing = (name: string): Report => ({
  rule,
  message: `Field "${name}" is missing.`,
  suggestion: 'Add the field.',
})

export const fieldNotExpected = (name: string): Report => ({
  rule,
  message: `Field "${name}" is not expected here.`,
  suggestion: 'Remove the field.',
})

/** A field that distinguishes the objects of a union. */
export const indistinct = (tag: string): Report => ({
  rule,
  message: `Field "${tag}" does not say which of the expected objects this is.`,
  suggestion: 'Give it one of the values that distinguish them.',
})
