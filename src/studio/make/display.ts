import { callsOf, type CallInfo } from '../model/calls.ts'
import { localesOf, type Locales } from '../model/texts.ts'
import { resolve } from '../../../codegen/compiler/service/index.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { enumGroup } from './words.ts'

/** Sources of the texts and schemas of a catalogue. */
export interface Sources {
  files: Readonly<Record<string, string>>
  english: Readonly<Record<string, string>>
  locales: Locales
  calls: ReadonlyMap<string, CallInfo>
}

/** The sources of the catalogue as it is now. */
export function sourcesOf(
  files: Readonly<Record<string, string>>,
  published: Readonly<Record<string, string>>,
): Sources {
  const locales = localesOf(files)
  return { files, locales, english: locales.en ?? {}, calls: callsOf(published) }
}

export const typesOf = ({ type }: PropertySchema): string[] => (type === undefined ? [] : [type].flat())
export const isNullable = (schema: PropertySchema): boolean =>
  typesOf(schema).includes('null') || schema.enum?.includes(null) === true

/** The expression of the currency of an amount: a literal, or the sibling that its schema names. */
export function currencyOf(schema: PropertySchema, sibling: (name: string) => string | undefined): string | undefined {
  const ref = schema['x-unit-ref']
  if (typeof ref !== 'string') return undefined
  return ref.startsWith('=') ? `'${ref.slice(1)}'` : sibling(ref)
}

/**
 * An expression that shows a value in the format of the user; undefined where none is certain. `expr` reads the value, `sibling` another
 * field of the same object.
 */
export function displayOf(
  name: string,
  schema: PropertySchema,
  expr: string,
  sibling: (name: string) => string | undefined,
  { files, english }: Sources,
): string | undefined {
  if (isNullable(schema) || schema.$ref !== undefined) return undefined
  if (schema.enum) {
    const group = enumGroup(name, schema.enum.map(String), english, files)
    return group === undefined ? undefined : `enumText('${group}', ${expr})`
  }
  const [type] = typesOf(schema)
  if (type === 'integer') return schema.format === 'unix-seconds' ? `dateTime(${expr})` : undefined
  if (type !== 'string') return undefined
  if (schema.format !== 'decimal') return PLAIN.has(schema.format ?? '') ? expr : undefined
  const unit = schema['x-unit']
  if (unit === 'money') {
    const currency = currencyOf(schema, sibling)
    return currency === undefined ? undefined : `money(${expr}, ${currency})`
  }
  const format = typeof unit === 'string' ? FORMATS[unit] : undefined
  return format === undefined ? undefined : `${format}(${expr})`
}

const PLAIN = new Set(['', 'currency', 'symbol', 'id'])
const FORMATS: Readonly<Record<string, string>> = {
  price: 'price',
  rate: 'price',
  percent: 'percent',
  quantity: 'quantity',
  lots: 'quantity',
}

/** The list of objects in the data of a call: its path from the data, and the schema of an item. */
export function listIn(
  data: PropertySchema,
  file: string,
  files: Sources['files'],
): { path: string; item: PropertySchema } | undefined {
  const whole = resolve({ schema: data, file }, files)
  const candidates: [string, PropertySchema][] = [['', whole.schema], ...Object.entries(whole.schema.properties ?? {})]
  for (const [path, schema] of candidates) {
    if (typesOf(schema)[0] !== 'array' || isNullable(schema) || !schema.items) continue
    const item = resolve({ schema: schema.items, file: whole.file }, files).schema
    if (item.properties) return { path, item }
  }
  return undefined
}
