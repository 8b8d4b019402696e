import type { FunctionEnv } from '../../../src/engine/language/expressions/functionEnv.ts'

const unknown = (): never => {
  throw new Error('There is no user.')
}

/** The environment of functions where there is no user: without a language, and without live values. */
export const NO_FUNCTION_ENV: FunctionEnv = {
  text: unknown,
  live: unknown,
  get format() {
    return unknown()
  },
}
