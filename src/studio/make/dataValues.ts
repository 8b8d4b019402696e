import { valuesInScope, type ScopeValue } from '../conditions/values.ts'
import { memberPlace, setValue, type Place } from '../model/document.ts'
import type { PropertySchema } from '../model/vocabulary.ts'
import { currencyOf, displayOf, typesOf, type Sources } from './display.ts'
import { checkOf, withGuards, type Guards } from './guards.ts'

/** A value of the data that a property can have. */
export interface DataValue {
  /** Its path, as expressions write it. */
  id: string
  /** Description of the value, with its origin. */
  about: string
  /** The expression that gives it to the property, without "=". */
  expression: string
  /** Values of other properties that go with it: the currency of an amount. */
  others: Readonly<Record<string, string>>
  guards: Guards
}

/** The values in scope at a path that suit a property; texts are shown in the format of the user. */
export function dataValues(
  property: PropertySchema,
  text: string,
  place: Place,
  { queries, sources }: { queries: ReadonlySet<string>; sources: Sources },
): DataValue[] {
  return valuesInScope(text, place, sources.files, sources.english, { firstItems: true }).flatMap((value) => {
    const expression = expressionFor(property, value, sources)
    if (expression === undefined) return []
    const item = value.path.includes('[0]') ? 'the first of ' : ''
    return [
      {
        id: value.path,
        about: `${value.group}: ${item}${item === '' ? '' : `${listOf(value.path)}, `}${value.sentence}`,
        expression,
        others: othersFor(property, value),
        guards: {
          queries: value.nullable.filter((path) => queries.has(path)),
          checks: value.nullable.filter((path) => !queries.has(path)).map(checkOf),
        },
      },
    ]
  })
}

const listOf = (path: string): string => path.split('[0]')[0]?.split('.').at(-1) ?? path

/** A value as a property takes it; undefined for one that does not suit it. */
function expressionFor(property: PropertySchema, value: ScopeValue, sources: Sources): string | undefined {
  const { path, schema, sibling } = value
  if (property.format === 'text') return displayOf(nameOf(path), notNull(schema), path, sibling, sources)
  const types = typesOf(schema).filter((type) => type !== 'null')
  if (!types.some((type) => typesOf(property).includes(type))) return undefined
  if (property.enum) return undefined
  if (property.format !== schema.format && property.format !== undefined) return undefined
  if (property.format === undefined && types.includes('string') && schema.format === 'decimal') return undefined
  const [wanted, unit] = [property['x-unit'], schema['x-unit']]
  return wanted === undefined || wanted === 'any' || wanted === unit ? path : undefined
}

/** The currency or symbol that a property names beside it, of the value. */
function othersFor(property: PropertySchema, { schema, sibling }: ScopeValue): Record<string, string> {
  const name = property['x-unit-ref']
  if (property.format !== 'decimal' || typeof name !== 'string' || name.startsWith('=')) return {}
  const currency = currencyOf(schema, sibling)
  return currency === undefined ? {} : { [name]: /^'(.*)'$/.exec(currency)?.[1] ?? `=${currency}` }
}

const nameOf = (path: string): string => path.split('.').at(-1) ?? path

/** A schema without null: the value is shown only where it is there. */
const notNull = (schema: PropertySchema): PropertySchema => ({
  ...schema,
  type: typesOf(schema).filter((type) => type !== 'null'),
  ...(schema.enum && { enum: schema.enum.filter((value) => value !== null) }),
})

/** The file with a property that shows a value of the data; the node is shown only where the value is there. */
export function withDataValue(
  text: string,
  { base, name, node }: { base: Place; name: string; node: Place | undefined },
  { expression, others, guards }: DataValue,
): string {
  const all = Object.entries({ [name]: `=${expression}`, ...others })
  const written = all.reduce((before, [property, value]) => setValue(before, memberPlace(base, property), value), text)
  return node === undefined ? written : withGuards(written, node, guards)
}
