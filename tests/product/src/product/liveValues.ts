import type { FunctionImplementation } from '../engine/language/expressions/functionEnv.ts'
import type { LiveValue } from '../engine/language/product.ts'
import type { Signature } from '../engine/language/expressions/signature.ts'

export const keyOf = (value: LiveValue): string => String(value.seq)
export const signatures: Record<string, Signature> = {}
export const implementations: Record<string, FunctionImplementation> = {}
