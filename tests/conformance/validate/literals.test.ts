import { Ajv } from 'ajv'
import { expect, test, vi } from 'vitest'
import { loadProject } from '../../../codegen/cli/load.ts'
import { productCompiler } from '../../../codegen/product.ts'
import { formats } from '../../../src/engine/language/forms/schemaFormats.ts'
import type { Shape } from '../../../src/engine/language/expressions/program.ts'
import type * as validate from '../../../src/engine/language/forms/validate.ts'
import { ROOT } from './validators.ts'
import { LONG } from '../../support/long.ts'

/** Every literal that the compiler checks, by its shape. */
const seen = vi.hoisted(() => new Map<Shape, { value: unknown; fine: boolean }[]>())

vi.mock('../../../src/engine/language/forms/validate.ts', async (original) => {
  const real = await original<typeof validate>()
  const firstProblem: typeof real.firstProblem = (shape, value) => {
    const problem = real.firstProblem(shape, value)
    const values = seen.get(shape)
    if (values) values.push({ value, fine: problem === null })
    else seen.set(shape, [{ value, fine: problem === null }])
    return problem
  }
  return { ...real, firstProblem }
})

test('ajv agrees on each literal of the catalogue that the compiler checks', LONG, () => {
  productCompiler().check(loadProject(ROOT))
  const ajv = new Ajv({ ownProperties: true, strict: false, strictNumbers: true, logger: false, formats })
  let literals = 0
  for (const [shape, values] of seen) {
    const check = ajv.compile(shape)
    for (const { value, fine } of values) if (check(value) !== fine) expect.fail(JSON.stringify({ shape, value, fine }))
    literals += values.length
  }
  expect(seen.size).toBeGreaterThan(100)
  expect(literals).toBeGreaterThan(3_000)
})
