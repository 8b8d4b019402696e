import { engineSignatures } from '../../src/engine/language/expressions/signatures.ts'
import type { Signature } from '../../src/engine/language/expressions/signature.ts'
import type { AccessRule } from '../../src/engine/language/plugin.ts'
import { language } from '../../src/product/language.ts'

// The one import of the product whose screens are compiled.

const table = <T>(...parts: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, T>, ...parts))

/** The functions that an expression may call, by name: the engine's and the product's. */
export const signatures = table<Signature>(engineSignatures, language.signatures)

/** The product's account modes: the values of `session.mode`. */
export const { modes } = language

/** The product's access rules by name. */
export const accessRules = table<AccessRule>(language.accessRules)
