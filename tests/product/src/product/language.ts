import type { LanguagePlugin } from '../engine/language/plugin.ts'
import { accessRules } from './accessRules.ts'
import { signatures } from './functions.ts'

export const language: LanguagePlugin = { accessRules, modes: ['own'], signatures }
