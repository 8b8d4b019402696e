import { fieldsOf } from '../../lower/readFields.ts'
import { ALLOW } from '../allow.ts'
import type { Keyword } from '../keyword.ts'
import { action } from './action.ts'

export { action }

/** All others are in the schemas of the actions. */
export const STEP_KEYWORDS: readonly Keyword[] = [action, ALLOW]

export const STEP_FIELDS = fieldsOf(STEP_KEYWORDS)
