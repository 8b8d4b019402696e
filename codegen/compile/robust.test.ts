import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadProject } from '../check/load.ts'
import { Compiler } from './project.ts'

const base = loadProject(join(import.meta.dirname, '../../tests/cases/check/project'))
const RUNS = Number(process.env.ROBUST_RUNS ?? 400)

/** Values that stand where something else is expected. */
const ODD: readonly unknown[] = [
  null, true, 0, -1, 1e308, '', '=', '==', '=x', '=1 / 0', '=a.b.c', "=text('plain')", '=[]', '={}', '=null', '=state', '__proto__', 'constructor', [], {}, [[]],
  { text: null }, { text: 'hello', args: null }, { part: 1 }, { widget: null }, '=rows.map(x, x)', '=(((((', `=${'!'.repeat(500)}true`, `=${'a.'.repeat(100)}b`, "='\\u0041' + \"é\\n",
  '=quote(params.id).last', { type: 'strnig' }, { enum: 'x' }, { oneOf: [] }, { $ref: '../x.json' }, '=size(market.rows) > 0 ? market.rows[0].name : null',
]
const NAMES = ['when', 'each', 'key', 'needs', 'on', 'props', 'part', 'with', '__proto__', 'fallback', 'children', 'slots', 'do', 'ok', 'type', 'enum', 'required', '$ref', 'payload']

function mutator(seed: number): { pick<T>(list: readonly T[]): T; mutate(value: unknown): unknown } {
  let state = seed
  const random = (): number => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const chance = 0.06
  function mutate(value: unknown): unknown {
    if (random() < chance) return pick(ODD)
    if (Array.isArray(value)) {
      const items = value.map(mutate)
      if (random() < chance) items.push(pick(ODD))
      return items
    }
    if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value).filter(() => random() > chance / 2)
      return Object.fromEntries(entries.map(([name, held]) => [random() < chance / 2 ? pick(NAMES) : name, mutate(held)]))
    }
    if (typeof value === 'string' && random() < chance) {
      const at = Math.floor(random() * value.length)
      return value.slice(0, at) + pick(['', '.', '(', ')', ' ', 'x', '"', "'", '\\', 'é', '=', '😀']) + value.slice(at + 1)
    }
    return value
  }
  return { pick, mutate }
}

describe.each([
  ['screens and parts', /^screens\/(?!shell)/],
  ['the contract', /^(schemas|src)\/.*\.json$/],
  ['texts and the shell', /^(locales\/|screens\/shell)/],
])('%s', (what, files) => {
  test(`${RUNS} spoilt documents: a verdict each, none throws`, () => {
    const compiler = new Compiler()
    const { pick, mutate } = mutator(what.length)
    const names = [...base.keys()].filter((file) => files.test(file))
    expect(names.length).toBeGreaterThan(2)
    let refused = 0
    for (let run = 0; run < RUNS; run++) {
      const file = pick(names)
      let text = JSON.stringify(mutate(JSON.parse(base.get(file) ?? ''))) ?? ''
      if (run % 20 === 0) text = text.slice(0, Math.floor(text.length / 2))
      const verdict = (): number => compiler.check(new Map([...base, [file, text]])).diagnostics.length
      try {
        refused += verdict() > 0 ? 1 : 0
      } catch (error) {
        throw new Error(`${file} made the compiler throw: ${text}`, { cause: error })
      }
    }
    expect(refused).toBeGreaterThan(RUNS / 3)
  })
})
