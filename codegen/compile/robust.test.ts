import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/core/program.ts'
import { random } from '../../tests/prove/kit/random.ts'
import { spoiltText } from '../../tests/prove/kit/robust/spoil.ts'
import { loadProject } from '../check/load.ts'
import { Compiler } from './project.ts'

const base = loadProject(join(import.meta.dirname, '../../tests/cases/check/project'))
const RUNS = 400

describe.each([
  ['screens and parts', /^screens\/(?!shell)/],
  ['the contract', /^(schemas|src)\/.*\.json$/],
  ['texts and the shell', /^(locales\/|screens\/shell)/],
])('%s', (what, files) => {
  test(`${RUNS} spoilt documents: a verdict each, none throws`, () => {
    const compiler = new Compiler()
    const dice = random(what.length)
    const names = [...base.keys()].filter((file) => files.test(file))
    expect(names.length).toBeGreaterThan(2)
    let refused = 0
    for (let run = 0; run < RUNS; run++) {
      const file = dice.pick(names)
      const text = spoiltText(JSON.parse(base.get(file) ?? '') as Json, dice)
      try {
        refused += compiler.check(new Map([...base, [file, text]])).diagnostics.length > 0 ? 1 : 0
      } catch (error) {
        throw new Error(`${file} made the compiler throw: ${text}`, { cause: error })
      }
    }
    expect(refused).toBeGreaterThan(RUNS / 3)
  })
})
