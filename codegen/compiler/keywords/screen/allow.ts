import { ALLOW, ALLOW_SCHEMA } from '../allow.ts'
import type { ScreenKeyword } from './screenKeyword.ts'

export const allow = { ...ALLOW, schema: () => ALLOW_SCHEMA } satisfies ScreenKeyword
