import type { LanguagePlugin } from '../engine/language/plugin.ts'
import { accessRules } from './accessRules.ts'
import { signatures } from './functions/index.ts'
import { modes } from './session.ts'
import { signatures as liveSignatures } from './liveValues.ts'

/** This product's part of the language of screens. */
export const language: LanguagePlugin = { accessRules, modes, signatures: { ...liveSignatures, ...signatures } }
