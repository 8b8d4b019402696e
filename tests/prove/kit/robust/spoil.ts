import type { Json } from '../../../../src/engine/language/expressions/program.ts'
import type { Random } from '../random.ts'

/** Values of an unexpected kind for any position. */
export const ODD: readonly Json[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '=',
  '==',
  '=x',
  '=1 / 0',
  '=a.b.c',
  "=text('plain')",
  '=[]',
  '={}',
  '=null',
  '=state',
  '__proto__',
  'constructor',
  [],
  {},
  [[]],
  { text: null },
  { text: 'hello', args: null },
  { part: 1 },
  { widget: null },
  '=rows.map(x, x)',
  '=(((((',
  `=${'!'.repeat(500)}true`,
  `=${'a.'.repeat(100)}b`,
  "='\\u0041' + \"é\\n",
  '=quote(params.id).last',
  { type: 'strnig' },
  { enum: 'x' },
  { oneOf: [] },
  { $ref: '../x.json' },
  '=size(market.rows) > 0 ? market.rows[0].name : null',
]
const NAMES = [
  'visible',
  'each',
  'key',
  'waitFor',
  'on',
  'props',
  'part',
  'let',
  '__proto__',
  'fallback',
  'children',
  'slots',
  'action',
  'onSuccess',
  'type',
  'enum',
  'required',
  '$ref',
  'payload',
  'constructor',
  'toString',
]
const SIGNS = [
  '',
  '.',
  '(',
  ')',
  ' ',
  'x',
  '"',
  "'",
  '\\',
  'é',
  '=',
  '😀',
  '\u200b',
  '\u202e',
  '[0]',
  ' == ',
  ' && ',
  '?.',
]

/**
 * A copy of a document, corrupted at about one of `1 / chance` positions: other values, other names, deleted, doubled,
 * truncated texts.
 */
export function corrupt(value: Json, random: Random, chance = 0.06): Json {
  if (random() < chance) return random.pick(ODD)
  if (Array.isArray(value)) {
    const items = value.map((item) => corrupt(item, random, chance))
    if (random() < chance) items.push(random.pick(ODD))
    if (items.length > 1 && random() < chance) items.reverse()
    return items
  }
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value).filter(() => random() > chance / 2)
    return Object.fromEntries(
      entries.map(([name, member]) => [
        random() < chance / 2 ? random.pick(NAMES) : name,
        corrupt(member, random, chance),
      ]),
    )
  }
  if (typeof value === 'string' && random() < chance) {
    const at = random.int(value.length + 1)
    return value.slice(0, at) + random.pick(SIGNS) + value.slice(at + 1)
  }
  return value
}

/** The text of a corrupted document: sometimes truncated, hence no JSON. */
export function corruptText(value: Json, random: Random): string {
  const chance = random.pick([0.002, 0.01, 0.03, 0.06, 0.2])
  const text = JSON.stringify(corrupt(value, random, chance))
  if (random() < 0.97) return text
  const at = random.int(text.length)
  return random.pick([
    text.slice(0, at),
    text.slice(0, at) + random.pick(['\u0000', '\ud800', '}', ',', '"', '\ufeff', '1e999', '/*']) + text.slice(at),
    text + text,
  ])
}
