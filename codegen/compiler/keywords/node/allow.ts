import { ALLOW, ALLOW_SCHEMA } from '../allow.ts'
import type { NodeKeyword } from './nodeKeyword.ts'

export const allow: NodeKeyword = { ...ALLOW, of: 'both', schema: () => ALLOW_SCHEMA }
