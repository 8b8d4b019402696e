import { engineSignatures } from '../../../src/engine/language/expressions/signatures.ts'
import type { Signature } from '../../../src/engine/language/expressions/signature.ts'
import type { Expr } from '../../../src/engine/language/expressions/program.ts'
import { someOperation } from '../../../src/engine/language/expressions/visit.ts'
import type { LanguagePlugin } from '../../../src/engine/language/plugin.ts'

/** Signatures by the name of the function, without a prototype. */
export type Signatures = Readonly<Record<string, Signature>>

/** The functions that an expression may call: the engine's and the product's. */
export const signaturesOf = (plugin: Pick<LanguagePlugin, 'signatures'>): Signatures =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, Signature>, engineSignatures, plugin.signatures))

/** Whether an expression calls a function whose result changes without a step, such as a live price. */
export const readsTicking = (expr: Expr, signatures: Signatures): boolean =>
  someOperation(expr, (operation) => operation[0] === 'f' && signatures[operation[1]]?.ticks === true)

/** Functions by the words with which other languages and earlier catalogues name them. */
export const functionSynonyms = (signatures: Signatures): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(signatures).flatMap(([name, { synonyms = [] }]) => synonyms.map((word) => [word, name] as const)),
  )
