import { ALLOW, ALLOW_SCHEMA } from '../allow.ts'
import type { QueryKeyword } from './queryKeyword.ts'

export const allow: QueryKeyword = { ...ALLOW, schema: ALLOW_SCHEMA, compile: () => ({}), compare: () => {} }
