import type { FunctionImplementation } from '../core/functionEnv.ts'
import type { LiveValue } from '../core/product.ts'
import type { Signature } from '../core/signature.ts'

export const keyOf = (value: LiveValue): string => String(value.seq)
export const signatures: Record<string, Signature> = {}
export const implementations: Record<string, FunctionImplementation> = {}
