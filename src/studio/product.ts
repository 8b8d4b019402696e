import { signaturesOf } from '../../codegen/compiler/service/index.ts'
import { language } from '../product/language.ts'

/** The product whose screens the studio edits: its account modes, and the functions of its expressions. */
export const { modes } = language
export const signatures = signaturesOf(language)
