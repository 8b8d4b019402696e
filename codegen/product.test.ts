import { expect, test } from 'vitest'
import { implementations } from '../src/product/functions/index.ts'
import type { FunctionEnv } from '../src/engine/language/expressions/functionEnv.ts'
import { callFunction, registerFunctions, registerLiveFunctions } from '../src/engine/language/expressions/functions.ts'
import { implementations as liveFunctions } from '../src/product/liveValues.ts'
import { productSignatures as signatures } from './product.ts'

registerFunctions(implementations)
registerLiveFunctions(liveFunctions)

/** Whether a function reads its environment before it reads its arguments. */
function usesEnvironment(name: string): boolean {
  let used = false
  const env = new Proxy<Partial<FunctionEnv>>(
    {},
    {
      get() {
        used = true
        throw new Error('There is no environment.')
      },
    },
  ) as FunctionEnv
  try {
    callFunction(name, [], env)
  } catch {
    // Without arguments most functions throw.
  }
  return used
}

test('the signatures of all functions that use the environment say so', () => {
  const names = Object.keys(signatures)
  expect(names.filter(usesEnvironment)).toEqual(names.filter((name) => signatures[name]?.environment === true))
  expect(names.filter(usesEnvironment)).not.toEqual([])
})
