import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import { toShape, typesOf, type Schema } from '../../../../codegen/compiler/contract/schema.ts'
import { conforms } from '../../../../src/engine/language/forms/validate.ts'
import type { Random } from '../random.ts'

/** Kinds of screen data, all valid by the contract. */
export const MOODS = ['plain', 'boundary', 'sparse', 'huge', 'rtl', 'hostile'] as const
export type Mood = (typeof MOODS)[number]

const LONG = 'Lorem ipsum dolor sit amet, '.repeat(60)
const TEXTS: Record<Mood, readonly string[]> = {
  plain: ['Bitcoin', 'Weekly report', 'A market note', 'ok', '42', 'Zürich'],
  boundary: ['', ' ', '0', '-', '.', '=', '==', '=1+1', '\n\n\t', '%', '{{', '$t(tab.home)', '0x10', '1e400'],
  sparse: ['', 'x'],
  huge: [LONG, 'W'.repeat(4_000), 'a b '.repeat(2_000), '長'.repeat(3_000), 'https://example.com/'.repeat(200)],
  rtl: ['مرحبا بالعالم', 'שלום עולם', '\u202eevil\u202c', 'abc مرحبا 123', '\u2067\u2066', 'ﷺ'.repeat(40)],
  hostile: [
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    'javascript:alert(1)',
    '{{constructor}}',
    '{{__proto__}}',
    '${alert(1)}',
    '"><svg onload=alert(1)>',
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    '👨‍👩‍👧‍👦🏳️‍🌈',
    '\u200b\u200d\ufeff',
    'Z\u0351\u0352\u0300alg\u0334o',
    '&lt;b&gt;&amp;',
    "'; DROP TABLE users; --",
    '../../etc/passwd',
    '%00',
    '$t(constructor)',
    'a\u0000b',
    '\ud83d',
  ],
}
const DECIMALS: Record<Mood, readonly string[]> = {
  plain: ['1', '12.5', '-3.25', '1000000', '0.00012', '64250.10'],
  boundary: [
    '0',
    '-0',
    '0.000000000001',
    '-0.000000000001',
    '999999999999999999999999.999999999999',
    '-999999999999999999999999.999999999999',
    '007',
    '0.10',
    '1.000000000000',
  ],
  sparse: ['0'],
  huge: ['123456789012345678901234.123456789012', '-987654321098765432109876'],
  rtl: ['-1234.5', '1234.5'],
  hostile: ['-0.0', '000000000000000000000001', '0.5'],
}
const NOW = 1_760_000_000
const MOMENTS = [
  NOW,
  NOW - 30,
  NOW + 86_400,
  0,
  1,
  -1,
  4_102_444_800,
  253_402_300_799,
  8_640_000_000_000,
  8_640_000_000_001,
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
]
const NAMED: Record<string, readonly string[]> = {
  id: ['a1', '7', '-', '__proto__', 'constructor', 'toString', 'A'.repeat(64), '0'],
  symbol: ['BTCUSDT', 'EURUSD', 'ABC', 'A'.repeat(20)],
  currency: ['USDT', 'EUR', 'BTC', 'XX', 'ZZZZZZZZZZ'],
  country: ['DE', 'XX', 'AE'],
  lang: ['en', 'ar', 'xx'],
  date: ['2024-02-29', '0001-01-01', '9999-12-31'],
  account: ['demo', 'constructor', 'A'.repeat(20)],
  email: ['a@b.co', 'x.y%z@mail.example.org'],
  areaCode: ['+1', '+9999'],
  phone: ['+49 15112345678', '+1 202555'],
  code: ['000000'],
  address: ['T'.repeat(34), '0x' + 'a'.repeat(40)],
  path: ['/', '/live'],
  cardNumber: ['4242 4242 4242 4242', '0'.repeat(12)],
  mediaType: ['image/*'],
  url: [
    '/media/x.svg',
    'https://example.com/',
    '/',
    '/"onmouseover="alert(1)',
    'https://example.com/<img/src=x>',
    '/javascript:alert(1)',
    'https://example.com/?u=javascript:alert(1)',
    'mailto:a@b.co',
    'tel:+442012345678',
    `/${'a'.repeat(2_000)}`,
  ],
  origin: ['https://example.com', 'https://example.com:8443'],
}

/** A valid value of a schema, in one mood. */
export function valueOf(schema: Schema, random: Random, mood: Mood, depth = 0): Json {
  const value = attempt(schema, random, mood, depth)
  return conforms(toShape(schema), value) ? value : attempt(schema, random, 'plain', depth)
}

function attempt(schema: Schema, random: Random, mood: Mood, depth: number): Json {
  if (schema.const !== undefined) return schema.const
  const { types, nullable } = typesOf(schema)
  if (nullable && random() < (mood === 'sparse' ? 0.7 : 0.15)) return null
  if (schema.enum) return random.pick(schema.enum)
  if (schema.oneOf) return valueOf(random.pick(schema.oneOf), random, mood, depth)
  switch (types[0]) {
    case 'object':
      return object(schema, random, mood, depth)
    case 'array':
      return list(schema, random, mood, depth)
    case 'boolean':
      return random() < 0.5
    case 'integer':
      return integer(schema, random, mood)
    case 'number':
      return random.pick(
        [schema.minimum ?? 0, schema.maximum ?? 1.5, 0.5, 100].filter(
          (item) => item >= (schema.minimum ?? -Infinity) && item <= (schema.maximum ?? Infinity),
        ),
      )
    case 'string':
      return text(schema, random, mood)
    default:
      return nullable ? null : 'x'
  }
}

function object(schema: Schema, random: Random, mood: Mood, depth: number): Json {
  const required = new Set(schema.required)
  const entries = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || (depth < 6 && random() < (mood === 'sparse' ? 0.2 : 0.7)),
  )
  const out = Object.fromEntries(entries.map(([name, property]) => [name, valueOf(property, random, mood, depth + 1)]))
  if (typeof schema.additionalProperties === 'object')
    out.some = valueOf(schema.additionalProperties, random, mood, depth + 1)
  return out
}

function list(schema: Schema, random: Random, mood: Mood, depth: number): Json[] {
  const least = schema.minItems ?? 0
  const most = Math.min(schema.maxItems ?? 50, mood === 'huge' && depth < 3 ? 300 : 6)
  const length =
    mood === 'boundary' || mood === 'sparse'
      ? random.pick([least, Math.min(least + 1, most)])
      : mood === 'huge'
        ? most
        : least + random.int(most - least + 1)
  // Long lists repeat a few rows: the list is huge, but cheap to generate.
  const rows = Array.from({ length: Math.min(length, 12) }, () =>
    valueOf(schema.items ?? {}, random, length > 20 ? 'plain' : mood, depth + 1),
  )
  return Array.from({ length }, (_, i) => distinct(rows[i % rows.length] ?? null, i, rows.length))
}

/** Makes the ids of rows unique, as the contract requires. */
function distinct(row: Json, i: number, generated: number): Json {
  if (i < generated || row === null || typeof row !== 'object' || Array.isArray(row) || typeof row.id !== 'string')
    return row
  return { ...row, id: `row-${i}` }
}

function integer(
  { minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER, format }: Schema,
  random: Random,
  mood: Mood,
): number {
  const candidates =
    format === 'unix-seconds'
      ? mood === 'plain'
        ? MOMENTS.slice(0, 3)
        : MOMENTS
      : mood === 'boundary' || mood === 'huge'
        ? [minimum, maximum, 0, 1, -1]
        : [0, 1, 2, 7, 100, minimum > -1e6 ? minimum : 3]
  const allowed = candidates.filter((candidate) => candidate >= minimum && candidate <= maximum)
  return allowed.length > 0 ? random.pick(allowed) : minimum
}

function text(schema: Schema, random: Random, mood: Mood): string {
  const { format, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (format === 'decimal') return random.pick(DECIMALS[mood])
  if (format !== undefined && NAMED[format])
    return random.pick(mood === 'plain' ? NAMED[format].slice(0, 2) : NAMED[format])
  const value = random.pick(random() < 0.8 ? TEXTS[mood] : TEXTS.plain)
  return value.padEnd(minLength, 'x').slice(0, maxLength)
}
