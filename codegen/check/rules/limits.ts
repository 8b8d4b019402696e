import { LIMITS } from '../../../src/core/program.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { SCHEMA_LIMITS, UNIQUE_ITEMS_LIMIT } from '../../compile/dialect.ts'
import type { ExceededLimit } from '../../compile/source.ts'
import { INPUT_LIMITS } from '../../compile/limits.ts'

const rule: Rule = {
  name: 'limits',
  severity: 'error',
  doc: 'A screen has at most 256 KB, 32 levels and 2 000 nodes, parts included, and repeated nodes make at most 2 000 rows together; files and expressions have limits of their own.',
}
export default rule

export const tooManyFindings = (): Report => ({
  rule,
  message: `This file has more than ${INPUT_LIMITS.findings} findings; the ones after this one are not listed.`,
  suggestion: 'Correct the first ones and check again: often one fault causes many.',
})

export const tooManyFiles = (count: number): Report => ({
  rule,
  message: `The project has ${count} files; at most ${INPUT_LIMITS.files} are allowed, and those after this one are not looked into.`,
  suggestion: 'Remove files that are not used, or join small parts.',
})

const EXCEEDED: Record<ExceededLimit['of'], (limit: number) => string> = {
  bytes: (limit) => `The file has more than ${limit} bytes.`,
  brackets: (limit) => `The file has more than ${limit} brackets within brackets.`,
  values: (limit) => `The file contains more than ${limit} values.`,
}

/** A file that is not parsed. */
export const refusedFile = ({ of, limit }: ExceededLimit): Report => ({
  rule,
  message: EXCEEDED[of](limit),
  suggestion: 'Divide the file: a screen has parts of it in screens/parts.',
})

export const tooManyExpandedSchemas = (): Report => ({
  rule,
  message: `With its references expanded, this has more than ${INPUT_LIMITS.schemas} schemas.`,
  suggestion: 'Refer to smaller entities, or declare only the fields that are read.',
})

export const schemaTooDeep = (): Report => ({
  rule,
  message: `Schemas may be nested at most ${SCHEMA_LIMITS.depth} levels deep.`,
  suggestion: 'Move the inner schemas into an entity of their own, or flatten the data.',
})

export const tooManySchemas = (): Report => ({
  rule,
  message: `A schema has at most ${INPUT_LIMITS.schemas} schemas.`,
  suggestion: 'Divide it into entities, and refer to them with "$ref".',
})

export const tooManyProperties = (): Report => ({
  rule,
  message: `An object has at most ${SCHEMA_LIMITS.properties} properties.`,
  suggestion: 'Group the properties in inner objects.',
})

export const tooManyBranches = (keyword: string): Report => ({
  rule,
  message: `"${keyword}" has at most ${SCHEMA_LIMITS.branches} branches.`,
  suggestion: 'Join alternatives that differ little.',
})

export const tooManyNames = (keyword: string): Report => ({
  rule,
  message: `"${keyword}" has at most ${SCHEMA_LIMITS.properties} names.`,
  suggestion: 'Remove names, or divide the object.',
})

export const uniqueWithoutMaximum = (): Report => ({
  rule,
  message: `A list without repetition has at most ${UNIQUE_ITEMS_LIMIT} items: write "maxItems".`,
  suggestion: 'Add "maxItems", or remove "uniqueItems".',
})

/** `holder`: "The screen" or "The part". */
export const tooManyNodes = (holder: string, nodes: number): Report => ({
  rule,
  message: `${holder} has ${nodes} nodes, parts counted where they are used; at most ${LIMITS.nodes} are allowed.`,
  suggestion: 'Repeat a node with "each", or divide the screen into two.',
})

export const tooManyLevels = (holder: string, depth: number): Report => ({
  rule,
  message: `${holder} is ${depth} levels deep, parts counted where they are used; at most ${LIMITS.depth} are allowed.`,
  suggestion: 'Remove containers that have one child, or use fewer levels of parts.',
})

export const tooManyRepeaters = (): Report => ({
  rule,
  message: `Repeated nodes may be nested at most ${INPUT_LIMITS.repeaters} deep.`,
  suggestion: 'Show the inner list on a screen of its own, or have the server flatten it.',
})

export const tooManyRepeatersWithPart = (repeaters: number): Report => ({
  rule,
  message: `With those of this part, repeated nodes are nested ${repeaters} deep; at most ${INPUT_LIMITS.repeaters} are allowed.`,
  suggestion: 'Use the part outside of a repeated node, or remove an "each" from it.',
})

/** Whether repeaters make too many rows; a list that nothing bounds makes any number. */
export const isTooManyRows = (rows: number, repeaters: number): boolean => rows > INPUT_LIMITS.rows && repeaters > 0

const rowsIn = (rows: number): string => (Number.isFinite(rows) ? `up to ${rows} rows` : 'any number of rows')

export const tooManyRows = (rows: number): Report => ({
  rule,
  message: `Repeated nodes make ${rowsIn(rows)} together; at most ${INPUT_LIMITS.rows} are allowed outside of a list that draws only what is on screen.`,
  suggestion:
    'Write "maxItems" at the lists, take the first rows of one with take(), or repeat the node directly in a List.',
})

export const tooManyRowsWithPart = (rows: number): Report => ({
  rule,
  message: `With those of this part, repeated nodes make ${rowsIn(rows)} together; at most ${INPUT_LIMITS.rows} are allowed outside of a list that draws only what is on screen.`,
  suggestion:
    'Write "maxItems" at the lists, use the part outside of a repeated node, or repeat the node directly in a List.',
})

export const tooManyParts = (): Report => ({
  rule,
  message: `Parts may be nested at most ${INPUT_LIMITS.parts} deep.`,
  suggestion: 'Put the content of a small part into the part that uses it.',
})

export const largeParameters = (): Report => ({
  rule,
  message: `The parameters of the part, expanded, have more than ${INPUT_LIMITS.operations} operations.`,
  suggestion: 'Give the part a value that is worked out once.',
})

export const largeName = (): Report => ({
  rule,
  message: `With its names expanded, this has more than ${INPUT_LIMITS.named} operations.`,
  suggestion: 'Divide the expression: read fewer names of "let" in it.',
})
