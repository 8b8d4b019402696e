import type { FunctionImplementation } from '../engine/language/expressions/functionEnv.ts'
import type { Signature } from '../engine/language/expressions/signature.ts'

export const signatures = {
  needsWater: {
    params: ['int', 'int'],
    result: 'bool',
    call: 'function',
    doc: 'Whether a plant with so many leaves has to be watered after so many days.',
  },
} satisfies Record<string, Signature>

export const implementations = {
  needsWater: ([leaves, days]) => Number(leaves) * Number(days) >= 12,
} satisfies Record<keyof typeof signatures, FunctionImplementation>
