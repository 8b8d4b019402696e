import type { Json, Shape } from '../../../src/engine/language/expressions/program.ts'
import type { Schema } from '../contract/schema.ts'
import { typesOf } from '../contract/schema.ts'
import { canonicalJson } from '../../../src/engine/language/values/sha256.ts'
import type { ChangeMessage, ChangeParam } from './change.ts'

/** One difference between two schemas of the same thing. */
export interface SchemaChange {
  /** Names from the top, "[]" for the items of a list: "rows[].last"; "" for the root. */
  path: string
  /** Completes the name of the changed value: "is gone", "may now be null". */
  description: ChangeMessage
  /** Whether code for the old schema fails with the new one, when it reads or when it writes values; `tolerant`: consumers that ignore fields and values that they do not know. */
  breaks: { consumers: boolean; producers: boolean; tolerant: boolean }
}

type Either = Schema | Shape
type Report = (
  path: string,
  description: ChangeMessage,
  consumers: boolean,
  producers: boolean,
  tolerant?: boolean,
) => void

/** Called with two schemas of one name, which are compared once, not in place. */
export type OnNamedSchema = (name: string, before: Schema, after: Schema) => void

/** Differences between two schemas with resolved references, in field order. `isNamed`: they are a named pair themselves. */
export function schemaChanges(before: Either, after: Either, named?: OnNamedSchema, isNamed = false): SchemaChange[] {
  const changes: SchemaChange[] = []
  const report: Report = (path, description, consumers, producers, tolerant = consumers) =>
    void changes.push({ path, description, breaks: { consumers, producers, tolerant } })
  const walk: Walk = { above: new Set(), ...(named ? { named } : {}) }
  if (isNamed) compareSchemas(before, after, '', report, walk)
  else compareOnce(before, after, '', report, walk)
  return changes
}

interface Walk {
  above: Set<string>
  named?: OnNamedSchema
}

/** The kinds of values of a schema; none: any. */
function kindsOf(schema: Schema): string[] {
  if (schema.oneOf) return ['oneOf']
  return schema.format === 'decimal' ? ['decimal'] : typesOf(schema).types
}

function typeMessage(schema: Schema): ChangeMessage {
  const kinds = kindsOf(schema).map((kind): ChangeMessage => ({ code: `type/${kind}` }))
  return kinds.length === 0
    ? { code: 'type/any' }
    : kinds.reduce((first, second) => ({ code: 'type/or', params: { first, second } }))
}

function compareOnce(a: Schema, b: Schema, path: string, report: Report, walk: Walk): void {
  if (a === b) return
  const name = a['x-name']
  if (walk.named && name !== undefined && name === b['x-name']) return walk.named(name, a, b)
  const pair = `${idOf(a)} ${idOf(b)}`
  if (walk.above.has(pair)) return
  walk.above.add(pair)
  compareSchemas(a, b, path, report, walk)
  walk.above.delete(pair)
}

const ids = new WeakMap<object, number>()
let lastId = 0
function idOf(schema: Schema): number {
  const id = ids.get(schema) ?? (lastId += 1)
  ids.set(schema, id)
  return id
}

const isNullable = (schema: Schema): boolean =>
  typesOf(schema).nullable || (schema.oneOf ?? []).some((option) => option.type === 'null')

function compareSchemas(a: Schema, b: Schema, path: string, report: Report, walk: Walk): void {
  if (kindsOf(a).join() !== kindsOf(b).join()) {
    report(path, { code: 'schema/type', params: { type: typeMessage(b), before: typeMessage(a) } }, true, true)
    return
  }
  const [nullableBefore, nullableAfter] = [isNullable(a), isNullable(b)]
  if (!nullableBefore && nullableAfter) report(path, { code: 'schema/nullable' }, true, false)
  if (nullableBefore && !nullableAfter) report(path, { code: 'schema/notNull' }, false, true)
  compareMeaning(a, b, path, report)
  compareEnums(a, b, path, report)
  for (const [keyword, isMinimum] of LIMITS) compareLimit(a, b, path, report, keyword, isMinimum)
  compareOptions(a, b, path, report, walk)
  compareFields(a, b, path, report, walk)
  if (a.items && b.items) compareOnce(a.items, b.items, `${path}[]`, report, walk)
}

const formatMessage = (format: string | undefined): ChangeMessage =>
  format === undefined ? { code: 'format/none' } : { code: 'format', params: { format: { quoted: format } } }

/** Format, unit and currency: they change the meaning of the same text. */
function compareMeaning(a: Schema, b: Schema, path: string, report: Report): void {
  if (a.format !== b.format)
    report(
      path,
      { code: 'schema/format', params: { format: formatMessage(b.format), before: formatMessage(a.format) } },
      b.format === undefined || a.format !== undefined,
      a.format === undefined || b.format !== undefined,
    )
  // An added unit or currency only documents the existing meaning.
  if (a['x-unit'] !== b['x-unit'])
    report(
      path,
      { code: 'schema/unit', params: { unit: unitMessage(b['x-unit']), before: unitMessage(a['x-unit']) } },
      a['x-unit'] !== undefined,
      a['x-unit'] !== undefined,
    )
  if (canonicalJson(a['x-unit-ref'] ?? null) !== canonicalJson(b['x-unit-ref'] ?? null))
    report(
      path,
      {
        code: 'schema/currency',
        params: { currency: currencyMessage(b['x-unit-ref']), before: currencyMessage(a['x-unit-ref']) },
      },
      a['x-unit-ref'] !== undefined,
      a['x-unit-ref'] !== undefined,
    )
}

const unitMessage = (unit: string | undefined): ChangeParam => unit ?? { code: 'unit/none' }

function currencyMessage(reference: Json | undefined): ChangeParam {
  if (typeof reference !== 'string') return { code: 'currency/none' }
  return reference.startsWith('=')
    ? { expression: reference.slice(1) }
    : { code: 'currency/of', params: { field: { quoted: reference } } }
}

function compareEnums(a: Schema, b: Schema, path: string, report: Report): void {
  const valuesOf = (schema: Schema): Json[] | undefined => (schema.const === undefined ? schema.enum : [schema.const])
  const [before, after] = [valuesOf(a), valuesOf(b)]
  if (!before && !after) return
  if (!before) return report(path, { code: 'schema/onlyValues', params: { values: listOf(after ?? []) } }, false, true)
  if (!after) return report(path, { code: 'schema/anyValue', params: { values: listOf(before) } }, true, false, false)
  const added = after.filter((value) => !before.some((other) => canonicalJson(other) === canonicalJson(value)))
  const removed = before.filter((value) => !after.some((other) => canonicalJson(other) === canonicalJson(value)))
  if (added.length > 0)
    report(
      path,
      { code: 'schema/newValues', params: { count: added.length, values: listOf(added) } },
      true,
      false,
      false,
    )
  if (removed.length > 0) report(path, { code: 'schema/goneValues', params: { values: listOf(removed) } }, false, true)
}

const listOf = (values: readonly Json[]): ChangeParam => ({
  list: values.filter((value) => value !== null).map((json) => ({ json })),
})

const LIMITS = [
  ['minimum', true],
  ['maximum', false],
  ['minLength', true],
  ['maxLength', false],
  ['minItems', true],
  ['maxItems', false],
] as const

function compareLimit(
  a: Schema,
  b: Schema,
  path: string,
  report: Report,
  keyword: (typeof LIMITS)[number][0],
  isMinimum: boolean,
): void {
  const [before, after] = [a[keyword], b[keyword]]
  if (before === after) return
  const open = isMinimum ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  const tighter = isMinimum ? (after ?? open) > (before ?? open) : (after ?? open) < (before ?? open)
  const limit = (value: number | undefined): ChangeParam => value ?? { code: 'limit/none' }
  report(
    path,
    { code: `schema/${keyword}`, params: { limit: limit(after), before: limit(before) } },
    !tighter,
    tighter,
    false,
  )
}

/** Compares branches of `oneOf`, matched by their constant or else by index. */
function compareOptions(a: Schema, b: Schema, path: string, report: Report, walk: Walk): void {
  const named = (schema: Schema): Map<string, Schema> =>
    new Map(
      (schema.oneOf ?? [])
        .filter((option) => option.type !== 'null')
        .map((option, index) => [
          Object.entries(option.properties ?? {})
            .find(([, property]) => property.const !== undefined)
            ?.map((part) => (typeof part === 'string' ? part : JSON.stringify(part.const)))
            .join(' ') ?? `${index + 1}`,
          option,
        ]),
    )
  const [before, after] = [named(a), named(b)]
  for (const [name, option] of before) {
    const counterpart = after.get(name)
    if (counterpart) compareOnce(option, counterpart, path, report, walk)
    else report(path, { code: 'schema/goneKind', params: { name } }, false, true)
  }
  for (const name of after.keys())
    if (!before.has(name)) report(path, { code: 'schema/newKind', params: { name } }, true, false, false)
}

function compareFields(a: Schema, b: Schema, path: string, report: Report, walk: Walk): void {
  const at = (name: string): string => (path === '' ? name : `${path}.${name}`)
  const [before, after] = [a.properties ?? {}, b.properties ?? {}]
  for (const [name, property] of Object.entries(before)) {
    const counterpart = Object.hasOwn(after, name) ? after[name] : undefined
    const [wasRequired, isRequired] = [a.required?.includes(name) === true, b.required?.includes(name) === true]
    if (!counterpart) report(at(name), { code: 'schema/gone' }, wasRequired, b.additionalProperties === false)
    else {
      if (wasRequired && !isRequired) report(at(name), { code: 'schema/optional' }, true, false)
      if (!wasRequired && isRequired) report(at(name), { code: 'schema/required' }, false, true)
      compareOnce(property, counterpart, at(name), report, walk)
    }
  }
  for (const name of Object.keys(after)) {
    if (Object.hasOwn(before, name)) continue
    const required = b.required?.includes(name) === true
    report(
      at(name),
      { code: required ? 'schema/newRequired' : 'schema/new' },
      a.additionalProperties === false,
      required,
      false,
    )
  }
  if (typeof a.additionalProperties === 'object' && typeof b.additionalProperties === 'object')
    compareOnce(a.additionalProperties, b.additionalProperties, at('*'), report, walk)
}
