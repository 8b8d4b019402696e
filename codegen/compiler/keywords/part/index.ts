import { fieldsOf } from '../../lower/readFields.ts'
import { allow } from '../screen/allow.ts'
import { description } from '../screen/description.ts'
import { schemaLine } from '../screen/schemaLine.ts'
import { body } from './body.ts'
import { id } from './id.ts'
import { params } from './params.ts'
import type { PartKeyword } from './partKeyword.ts'

export const PART_KEYWORDS: readonly PartKeyword[] = [schemaLine, id, description, params, body, allow]

export const PART_FIELDS = fieldsOf(PART_KEYWORDS)
