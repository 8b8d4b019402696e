import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { productSignatures as signatures } from '../../codegen/product.ts'
import { judge, present } from './support/cases.ts'
import { Garden, OPERATORS, type Grown } from './support/grow.ts'
import { scopeNames, createTestScope } from './support/scopes.ts'
import { LONG } from '../support/long.ts'

/** EXPRESSION_RUNS=20000 EXPRESSION_SEED=7 npx vitest run tests/cases/growing.test.ts */
const RUNS = Number(process.env.EXPRESSION_RUNS ?? 300)
const SEED = Number(process.env.EXPRESSION_SEED ?? 20_261_122)

/** In CEL a logical operator or quantifier uses the result of one side when the other is an error; here the left side is evaluated first. */
const ABSORBS = /&&|\|\||\.all\(|\.exists\(/

/** Allowed errors of an accepted expression: number range, and the evaluation limits, which the library does not have. */
const LIMITED = /too long|too many steps/
const RANGE = /out of range|too long|too many steps/i

/** The fault of an accepted expression; undefined when its value has its type and the library agrees. */
function fault(expression: string, scope: string): string | undefined {
  const { ours, reference, misfit } = judge(expression, scope)
  if (ours.error !== undefined) {
    const allowed = 'error' in reference || ABSORBS.test(expression) || LIMITED.test(ours.error)
    return allowed && RANGE.test(ours.error)
      ? undefined
      : `ours: ${ours.error}, reference: ${JSON.stringify(reference)}`
  }
  if (misfit !== undefined) return `${misfit}; type ${ours.type}`
  if ('error' in reference) return `reference: ${reference.error}`
  return isDeepStrictEqual(present(reference.value), present(ours.value))
    ? undefined
    : `ours: ${JSON.stringify(ours.value)}, reference: ${JSON.stringify(reference.value)}`
}

/** Argument combinations tried in each scope, and the sufficient number of accepted ones. */
const TRIES = 3_000
const ENOUGH = 12

/** Compares all expressions of a scope's garden; returns their number. */
function compared(from: (garden: Garden) => Iterable<Grown>): number {
  let met = 0
  for (const scope of scopeNames) {
    let inScope = 0
    for (const { text } of from(new Garden(createTestScope(scope)))) {
      const wrong = fault(text, scope)
      if (wrong !== undefined) throw new Error(`${scope}: ${text}\n${wrong}`)
      met += 1
      inScope += 1
      if (inScope === ENOUGH) break
    }
  }
  return met
}

describe('an accepted expression has its type, and the library agrees', LONG, () => {
  test.each(Object.keys(signatures))('calls of %s', (name) => {
    expect(compared((garden) => garden.calls(name, TRIES))).toBeGreaterThan(0)
  })

  test.each([...OPERATORS])('uses of %s', (op) => {
    expect(compared((garden) => garden.operations(op, TRIES))).toBeGreaterThan(0)
  })

  test(`expressions that grow (${RUNS} runs, seed ${SEED})`, { timeout: 3_600_000 }, () => {
    let accepted = 0
    const step = fc.array(fc.nat(9999), { minLength: 8, maxLength: 14 })
    fc.assert(
      fc.property(fc.constantFrom(...scopeNames), fc.array(step, { minLength: 6, maxLength: 16 }), (scope, steps) => {
        const garden = new Garden(createTestScope(scope))
        for (const tape of steps) {
          const grown = garden.step(tape)
          if (!grown) continue
          accepted += 1
          const wrong = fault(grown.text, scope)
          if (wrong !== undefined) throw new Error(`${scope}: ${grown.text}\n${wrong}`)
        }
      }),
      { numRuns: RUNS, seed: SEED },
    )
    console.info(`${accepted} expressions accepted and compared in ${RUNS} runs, seed ${SEED}`)
    expect(accepted).toBeGreaterThan(RUNS * 2)
  })
})
