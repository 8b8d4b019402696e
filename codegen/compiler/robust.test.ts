import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/engine/language/expressions/program.ts'
import { createRandom } from '../../tests/prove/kit/random.ts'
import { corruptText } from '../../tests/prove/kit/robust/spoil.ts'
import { loadProject } from '../cli/load.ts'
import { createFormCompiler } from '../forms/validators.ts'
import { productCompiler } from '../product.ts'
import { LONG } from '../../tests/support/long.ts'

const base = loadProject(join(import.meta.dirname, '../../tests/cases/check/project'))
const RUNS = 40

describe.each([
  ['screens and parts', /^screens\/(?!shell)/],
  ['the contract', /^(schemas|src)\/.*\.json$/],
  ['texts and the shell', /^(locales\/|screens\/shell)/],
])('%s', LONG, (what, files) => {
  test(`${RUNS} spoilt documents: a verdict each, none throws`, () => {
    const compiler = productCompiler()
    const rng = createRandom(what.length)
    const names = [...base.keys()].filter((file) => files.test(file))
    expect(names.length).toBeGreaterThan(2)
    let refused = 0
    for (let run = 0; run < RUNS; run++) {
      const file = rng.pick(names)
      const text = corruptText(JSON.parse(base.get(file) ?? '') as Json, rng)
      try {
        refused += compiler.check(new Map([...base, [file, text]])).diagnostics.length > 0 ? 1 : 0
      } catch (error) {
        throw new Error(`${file} made the compiler throw: ${text}`, { cause: error })
      }
    }
    expect(refused).toBeGreaterThan(RUNS / 3)
  })
})

test('every form without errors has validators', LONG, () => {
  const compiler = productCompiler()
  const compile = createFormCompiler()
  const rng = createRandom(13)
  const { files } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../tests/cases/check/schema-dialect/form-passes.json'), 'utf8'),
  ) as { files: Record<string, Json> }
  let compiled = 0
  for (let run = 0; run < 60; run++) {
    const text = corruptText(files['schemas/forms/extra.json'] ?? null, rng)
    const { diagnostics, contract } = compiler.check(new Map([...base, ['schemas/forms/extra.json', text]]))
    const form = contract.forms.get('extra')
    if (!form || diagnostics.some(({ file, severity }) => severity === 'error' && file === 'schemas/forms/extra.json'))
      continue
    compiled += 1
    try {
      compile(form.def.schema)
    } catch (error) {
      throw new Error(`No validators could be made of ${text}`, { cause: error })
    }
  }
  expect(compiled).toBeGreaterThan(5)
})
