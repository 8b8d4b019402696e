import { patterns } from '../../../src/engine/language/forms/schemaFormats.ts'
import { firstProblem } from '../../../src/engine/language/forms/validate.ts'
import type { Json } from '../../../src/engine/language/expressions/program.ts'
import type { Rule, ReportInFile } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { lengthsOf } from '../contract/patternLengths.ts'
import { visitSchemas } from '../source/schemaNodes.ts'
import { itemsOf, member, members, toJson } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'impossible-schema',
    severity: 'error',
    doc: 'A schema allows a value: its least is not above its greatest, and its default, constant and enumeration meet its other keywords.',
  },
  on: {
    schema({ root, path }, report) {
      visitSchemas(root, path, (node, at) => {
        const impossible = boundsProblem(node) ?? formatProblem(node) ?? countProblem(node)
        if (impossible) report(impossible.report, impossible.at, at)
        else checkValues(node, at, report)
      })
    },
  },
}
export default rule

/** Pairs of keywords: the second is at least the first, or above it. */
const BOUNDS = [
  ['minimum', 'maximum', 0],
  ['minimum', 'exclusiveMaximum', 1],
  ['exclusiveMinimum', 'maximum', 1],
  ['exclusiveMinimum', 'exclusiveMaximum', 1],
  ['minLength', 'maxLength', 0],
  ['minItems', 'maxItems', 0],
  ['minProperties', 'maxProperties', 0],
] as const

const above = (low: string, high: string, least: number, most: number): Report => ({
  code: least > most ? 'swapped' : 'above',
  params: { low, least, high, most },
})

const noWholeNumber = (what: string): Report => ({
  code: 'noWholeNumber',
  params: { what },
})

const formatOfOtherLength = (format: string, lengths: string, keyword: string, limit: number): Report => ({
  code: 'formatOfOtherLength',
  params: { format, lengths, keyword, limit },
})

const otherCount = (keyword: string, limit: number, object: string): Report => ({
  code: 'otherCount',
  params: { keyword, limit, object },
})

const tooFewDistinct = (limit: number, most: number): Report => ({
  code: 'tooFewDistinct',
  params: { limit, most },
})

const noItems = (): Report => ({
  code: 'noItems',
})

const valueAgainst = (keyword: string, value: Json, limit: string): Report => ({
  code: 'valueAgainst',
  params: { subject: SUBJECTS[keyword] ?? keyword, value: JSON.stringify(value).slice(0, 60), limit },
})

const SUBJECTS: Readonly<Record<string, string>> = {
  default: 'The default',
  const: 'The constant',
  enum: 'The value',
}

const numberAt = (node: JsonNode, keyword: string): number | undefined => {
  const value = member(node, keyword)?.value
  return typeof value === 'number' ? value : undefined
}

interface Impossible {
  report: Report
  at: JsonNode
}

const impossibleAt = (node: JsonNode, keyword: string, report: Report): Impossible => ({
  report,
  at: member(node, keyword) ?? node,
})

/** A least number or length above the greatest. */
function boundsProblem(node: JsonNode): Impossible | undefined {
  for (const [low, high, distance] of BOUNDS) {
    const [least, most] = [numberAt(node, low), numberAt(node, high)]
    if (least !== undefined && most !== undefined && (distance === 0 ? least > most : least >= most))
      return impossibleAt(node, high, above(low, high, least, most))
  }
  if (member(node, 'type')?.value !== 'integer') return undefined
  const step = numberAt(node, 'multipleOf') ?? 1
  const exclusiveLeast = numberAt(node, 'exclusiveMinimum')
  const exclusiveMost = numberAt(node, 'exclusiveMaximum')
  const least = Math.max(numberAt(node, 'minimum') ?? -Infinity, exclusiveLeast ?? -Infinity)
  const most = Math.min(numberAt(node, 'maximum') ?? Infinity, exclusiveMost ?? Infinity)
  if (least === -Infinity || most === Infinity) return undefined
  const first = Math.ceil(least / step) * step + (least === exclusiveLeast && least % step === 0 ? step : 0)
  if (first < most || (first === most && most !== exclusiveMost)) return undefined
  return {
    report: noWholeNumber(`${step === 1 ? '' : `a multiple of ${step} `}between ${least} and ${most}`),
    at: node,
  }
}

/** The lengths of a named pattern against those that the schema allows. */
function formatProblem(node: JsonNode): Impossible | undefined {
  const format = String(member(node, 'format')?.value)
  const pattern = Object.hasOwn(patterns, format) ? patterns[format] : undefined
  if (!pattern) return undefined
  const { min, max } = lengthsOf(pattern)
  const lengths = min === max ? String(min) : max === Infinity ? `at least ${min}` : `${min} to ${max}`
  const [least, most] = [numberAt(node, 'minLength'), numberAt(node, 'maxLength')]
  if (least !== undefined && least > max)
    return impossibleAt(node, 'minLength', formatOfOtherLength(format, lengths, 'minLength', least))
  return most !== undefined && most < min
    ? impossibleAt(node, 'maxLength', formatOfOtherLength(format, lengths, 'maxLength', most))
    : undefined
}

/** Properties and distinct items against their least and greatest number. */
function countProblem(node: JsonNode): Impossible | undefined {
  const [minProperties, maxProperties] = [numberAt(node, 'minProperties'), numberAt(node, 'maxProperties')]
  const count = members(member(node, 'properties')).length
  if (member(node, 'additionalProperties')?.value === false && minProperties !== undefined && minProperties > count)
    return impossibleAt(node, 'minProperties', otherCount('minProperties', minProperties, `has ${count} properties`))
  const required = itemsOf(member(node, 'required')).length
  if (maxProperties !== undefined && required > maxProperties)
    return impossibleAt(node, 'maxProperties', otherCount('maxProperties', maxProperties, `requires ${required}`))
  if (numberAt(node, 'maxItems') === 0) return impossibleAt(node, 'maxItems', noItems())
  const distinct = itemsOf(member(member(node, 'items'), 'enum')).length
  const minItems = numberAt(node, 'minItems')
  return member(node, 'uniqueItems')?.value === true && distinct > 0 && minItems !== undefined && minItems > distinct
    ? impossibleAt(node, 'minItems', tooFewDistinct(minItems, distinct))
    : undefined
}

/** The default, the constant and the values of the enumeration against the other keywords. */
function checkValues(node: JsonNode, path: string, report: ReportInFile): void {
  const schema = toJson(node) as Record<string, Json>
  const { default: _default, const: constant, enum: values, ...others } = schema
  const check = (keyword: string, at: JsonNode | undefined, shape: Record<string, Json>): void => {
    const value = at && toJson(at)
    const limit = value === undefined ? undefined : problemOf(shape, value)
    if (at && value !== undefined && limit !== undefined) report(valueAgainst(keyword, value, limit), at, path)
  }
  check('default', member(node, 'default'), {
    ...others,
    ...(constant === undefined ? {} : { const: constant }),
    ...(values === undefined ? {} : { enum: values }),
  })
  check('const', member(node, 'const'), { ...others, ...(values === undefined ? {} : { enum: values }) })
  for (const item of itemsOf(member(node, 'enum'))) check('enum', item, others)
}

/** The keyword that a value does not meet, as text. References are not followed. */
function problemOf(schema: Record<string, Json>, value: Json): string | undefined {
  const problem = firstProblem(schema, value)
  if (problem) {
    if (problem.keyword === 'required') return `"required" ("${problem.path}")`
    return problem.path === '' ? `"${problem.keyword}"` : `"${problem.keyword}" of "${problem.path}"`
  }
  if (typeof value === 'number') {
    const { exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
    if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return '"exclusiveMinimum"'
    if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return '"exclusiveMaximum"'
    if (typeof multipleOf === 'number' && value % multipleOf !== 0) return '"multipleOf"'
  }
  const isRepeated = Array.isArray(value) && new Set(value.map((item) => JSON.stringify(item))).size < value.length
  return schema.uniqueItems === true && isRepeated ? '"uniqueItems"' : undefined
}
