import * as fc from 'fast-check'
import type { Json, Shape } from '../../../src/engine/language/expressions/program.ts'

/** A text of each format. */
export const SAMPLES: Readonly<Record<string, string>> = {
  decimal: '12.5',
  id: 'id_1-a',
  symbol: 'BTCUSDT',
  currency: 'USDT',
  country: 'DE',
  lang: 'zh-Hans',
  date: '2024-02-29',
  account: 'ada_l',
  email: 'ada@example.com',
  areaCode: '+49',
  phone: '+49 15112345678',
  code: '123456',
  secondFactor: 'ABCDEFGH23',
  personName: 'Ada O’Neil',
  documentNumber: 'AB 1234',
  address: 'T'.repeat(34),
  cardNumber: '4000 0000 0000 0002',
  path: '/live/',
  coordinates: '52.52,13.405',
  mediaType: 'image/png',
  url: 'https://example.com/a',
  origin: 'https://example.com',
  hash: '0123456789abcdef',
  sha256: '0'.repeat(64),
}

/** Values that no form accepts. Names of the prototype are own properties here, as in parsed JSON. */
const HOSTILE: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -0,
    -1,
    1e308,
    0.1,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '',
    ' ',
    '\u0000',
    '🐢',
    '\ud800',
    'x'.repeat(5000),
    [],
    [[]],
    {},
    [null],
    undefined,
  ),
  fc
    .constantFrom('{"__proto__":{"x":1}}', '{"constructor":1}', '{"hasOwnProperty":1,"toString":2}', '{"length":-1}')
    .map((text) => JSON.parse(text) as unknown),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
)

type Definitions = Readonly<Record<string, Json>>
const isSchema = (value: unknown): value is Shape =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const schemasIn = (value: unknown): Shape[] => (Array.isArray(value) ? value : [value]).filter(isSchema)
const known = new WeakMap<object, fc.Arbitrary<unknown>>()

/** Values for a schema: often accepted ones, near misses, and some of no schema. */
export function dataFor(schema: Shape): fc.Arbitrary<unknown> {
  return valueFor(schema, isSchema(schema.definitions) ? schema.definitions : {}, 0)
}

function valueFor(given: Shape, definitions: Definitions, depth: number): fc.Arbitrary<unknown> {
  const memo = depth === 0 ? undefined : known.get(given)
  if (memo) return memo
  const arbitrary = build(given, definitions, depth)
  if (depth > 0) known.set(given, arbitrary)
  return arbitrary
}

function build(schema: Shape, definitions: Definitions, depth: number): fc.Arbitrary<unknown> {
  if (depth > 5) return HOSTILE
  const deeper = (shape: Shape) => valueFor(shape, definitions, depth + 1)
  const { type, enum: members, const: constant, $ref } = schema
  if (typeof $ref === 'string') {
    const target = definitions[$ref.slice('#/definitions/'.length)]
    return isSchema(target) ? deeper(target) : HOSTILE
  }
  const means: fc.Arbitrary<unknown>[] = []
  if (Array.isArray(members)) means.push(fc.constantFrom(...(members as unknown[])))
  if (constant !== undefined) means.push(fc.constant(constant))
  const types = (Array.isArray(type) ? type : [type ?? (propertiesOf(schema).length > 0 ? 'object' : undefined)]) as (
    | string
    | undefined
  )[]
  if (means.length === 0) for (const type of types) means.push(...ofType(type, schema, deeper))
  for (const branch of [...schemasIn(schema.oneOf ?? []), ...schemasIn(schema.anyOf ?? [])])
    if (propertiesOf(schema).length === 0) means.push(deeper(branch))
  if (means.length === 0) return HOSTILE
  return fc.oneof({ weight: 20, arbitrary: fc.oneof(...means) }, { weight: 1, arbitrary: HOSTILE })
}

function ofType(
  type: string | undefined,
  schema: Shape,
  deeper: (one: Shape) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown>[] {
  switch (type) {
    case 'string':
      return [textFor(schema)]
    case 'integer':
    case 'number':
      return [numberFor(schema)]
    case 'boolean':
      return [fc.boolean()]
    case 'null':
      return [fc.constant(null)]
    case 'array':
      return [listFor(schema, deeper)]
    case 'object':
      return [objectFor(schema, deeper)]
    default:
      return schema.format === 'file' ? [fc.constantFrom<unknown>('data:image/png;base64,AA==', { name: 'a.png' })] : []
  }
}

function textFor({ format, minLength, maxLength }: Shape): fc.Arbitrary<string> {
  const sample = typeof format === 'string' ? SAMPLES[format] : undefined
  const least = Number(minLength ?? 0)
  const most = Number(maxLength ?? least + 4)
  const lengths = [least - 1, least, least + 1, most, most + 1].filter((length) => length >= 0)
  // In letters of one and of two UTF-16 units: a schema counts code points.
  const sized = fc
    .tuple(fc.constantFrom(...lengths, Math.min(most, Math.max(least, 8))), fc.constantFrom('a', '7', '🐢'))
    .map(([length, letter]) => letter.repeat(length))
  if (sample === undefined) return sized
  const near = fc
    .tuple(fc.nat(sample.length), fc.constantFrom('', 'x', '0', ' ', '.', '٣'))
    .map(([at, text]) => sample.slice(0, at) + text + sample.slice(at + 1))
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(sample) },
    { weight: 2, arbitrary: near },
    { weight: 1, arbitrary: sized },
  )
}

function numberFor({
  minimum,
  maximum,
  exclusiveMinimum,
  exclusiveMaximum,
  multipleOf,
  type,
}: Shape): fc.Arbitrary<number> {
  const step = Number(multipleOf ?? 1)
  const edges = [minimum, maximum, exclusiveMinimum, exclusiveMaximum]
    .filter((edge) => typeof edge === 'number')
    .flatMap((edge) => [edge - step, edge, edge + step])
  const least = Number(minimum ?? exclusiveMinimum ?? 0)
  const inside = fc.nat(10).map((times) => Math.ceil(least / step) * step + times * step)
  return fc.oneof(
    { weight: 4, arbitrary: inside },
    { weight: 2, arbitrary: edges.length > 0 ? fc.constantFrom(...edges) : inside },
    { weight: 1, arbitrary: type === 'integer' ? fc.constant(least + 0.5) : fc.double() },
  )
}

function listFor(
  { items, additionalItems, minItems, maxItems, uniqueItems }: Shape,
  deeper: (one: Shape) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown[]> {
  const kinds = [...schemasIn(items ?? []), ...schemasIn(additionalItems ?? [])].map(deeper)
  if (Array.isArray(items))
    return fc.tuple(...kinds).chain((first) => fc.nat(first.length).map((length) => first.slice(0, length + 1)))
  const lists = fc.array(kinds[0] ?? HOSTILE, {
    minLength: Math.max(0, Number(minItems ?? 0) - 1),
    maxLength: Math.min(12, Number(maxItems ?? 3) + 1),
    size: 'max',
  })
  return uniqueItems === true
    ? fc.oneof(
        lists,
        lists.map((list) => [...list, ...list.slice(0, 1)]),
      )
    : lists
}

/** The properties of a schema and of its branches. A property may occur twice, with the schema of each branch. */
function propertiesOf(schema: Shape): [string, Shape][] {
  const { properties, dependencies } = schema
  const own = Object.entries((properties ?? {}) as Record<string, Json>).map(([name, property]): [string, Shape] => [
    name,
    isSchema(property) ? property : {},
  ])
  const branches = [
    schema.if,
    schema['then'],
    schema.else,
    schema.allOf,
    schema.oneOf,
    schema.anyOf,
    Object.values((dependencies ?? {}) as object),
  ].flatMap((branch) => schemasIn(branch ?? []))
  return [...own, ...branches.flatMap(propertiesOf)]
}

function objectFor(schema: Shape, deeper: (one: Shape) => fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const named = new Map<string, Shape[]>()
  for (const [name, property] of propertiesOf(schema)) named.set(name, [...(named.get(name) ?? []), property])
  const values = [...named].map(([name, all]) => fc.tuple(fc.constant(name), fc.oneof(...all.map(deeper))))
  if (values.length === 0)
    return fc.dictionary(fc.constantFrom('a', '__proto__', 'b'), HOSTILE, { noNullPrototype: true })
  const required = new Set((schema.required ?? []) as string[])
  const present = fc.tuple(
    ...[...named.keys()].map((name) => fc.nat(required.has(name) ? 15 : 2).map((roll) => roll > 0)),
  )
  const more = fc.oneof(
    { weight: 12, arbitrary: fc.constant<[string, unknown][]>([]) },
    {
      weight: 1,
      arbitrary: fc.array(fc.tuple(fc.constantFrom('more', '__proto__', 'constructor', 'toString'), HOSTILE), {
        maxLength: 2,
      }),
    },
  )
  return fc.tuple(fc.tuple(...values), present, more).map(([all, isPresent, extra]) => {
    const out: Record<string, unknown> = {}
    for (const [name, value] of [...all.filter((_, at) => isPresent[at]), ...extra])
      Object.defineProperty(out, name, { value, enumerable: true, configurable: true, writable: true })
    return out
  })
}
