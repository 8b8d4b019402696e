import { language } from '../src/product/language.ts'
import { signaturesOf } from './compiler/contract/functions.ts'
import { createCompiler, type Compiler } from './compiler/project.ts'

/** The product whose screens the commands compile: the one import of it beside the studio's. */
export { language }

/** The functions that expressions of the product may call. */
export const productSignatures = signaturesOf(language)

export const productCompiler = (): Compiler => createCompiler({ plugin: language })
