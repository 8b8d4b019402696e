import { LIMITS } from '../../../src/engine/language/expressions/program.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { SCHEMA_LIMITS, UNIQUE_ITEMS_LIMIT } from '../contract/dialect.ts'
import type { ExceededLimit } from '../source/source.ts'
import { INPUT_LIMITS } from '../source/limits.ts'

const rule: Rule = {
  name: 'limits',
  severity: 'error',
  doc: 'A screen has at most 256 KB, 32 levels and 2 000 nodes, parts included, and repeated nodes make at most 2 000 rows together; files and expressions have limits of their own.',
}
export default rule

export const tooManyFindings = (): Report => ({
  rule,
  code: 'tooManyFindings',
  params: { limit: INPUT_LIMITS.findings },
})

export const tooManyFiles = (count: number): Report => ({
  rule,
  code: 'tooManyFiles',
  params: { count, limit: INPUT_LIMITS.files },
})

const EXCEEDED: Readonly<Record<ExceededLimit['of'], string>> = {
  bytes: 'tooManyBytes',
  brackets: 'tooManyBrackets',
  values: 'tooManyValues',
}

/** A file that is not parsed. */
export const refusedFile = ({ of, limit }: ExceededLimit): Report => ({
  rule,
  code: EXCEEDED[of],
  params: { limit },
})

export const tooManyExpandedSchemas = (): Report => ({
  rule,
  code: 'tooManyExpandedSchemas',
  params: { limit: INPUT_LIMITS.schemas },
})

export const schemaTooDeep = (): Report => ({
  rule,
  code: 'schemaTooDeep',
  params: { limit: SCHEMA_LIMITS.depth },
})

export const tooManySchemas = (): Report => ({
  rule,
  code: 'tooManySchemas',
  params: { limit: INPUT_LIMITS.schemas },
})

export const tooManyProperties = (): Report => ({
  rule,
  code: 'tooManyProperties',
  params: { limit: SCHEMA_LIMITS.properties },
})

export const tooManyBranches = (keyword: string): Report => ({
  rule,
  code: 'tooManyBranches',
  params: { keyword, limit: SCHEMA_LIMITS.branches },
})

export const tooManyNames = (keyword: string): Report => ({
  rule,
  code: 'tooManyNames',
  params: { keyword, limit: SCHEMA_LIMITS.properties },
})

export const uniqueWithoutMaximum = (): Report => ({
  rule,
  code: 'uniqueWithoutMaximum',
  params: { limit: UNIQUE_ITEMS_LIMIT },
})

/** `holder`: "The screen" or "The part". */
export const tooManyNodes = (holder: string, nodes: number): Report => ({
  rule,
  code: 'tooManyNodes',
  params: { holder, nodes, limit: LIMITS.nodes },
})

export const tooManyLevels = (holder: string, depth: number): Report => ({
  rule,
  code: 'tooManyLevels',
  params: { holder, depth, limit: LIMITS.depth },
})

export const tooManyRepeaters = (): Report => ({
  rule,
  code: 'tooManyRepeaters',
  params: { limit: INPUT_LIMITS.repeaters },
})

export const tooManyRepeatersWithPart = (repeaters: number): Report => ({
  rule,
  code: 'tooManyRepeatersWithPart',
  params: { repeaters, limit: INPUT_LIMITS.repeaters },
})

/** Whether repeaters make too many rows; a list that nothing bounds makes any number. */
export const isTooManyRows = (rows: number, repeaters: number): boolean => rows > INPUT_LIMITS.rows && repeaters > 0

const rowsIn = (rows: number): string => (Number.isFinite(rows) ? `up to ${rows} rows` : 'any number of rows')

export const tooManyRows = (rows: number): Report => ({
  rule,
  code: 'tooManyRows',
  params: { rows: rowsIn(rows), limit: INPUT_LIMITS.rows },
})

export const tooManyRowsWithPart = (rows: number): Report => ({
  rule,
  code: 'tooManyRowsWithPart',
  params: { rows: rowsIn(rows), limit: INPUT_LIMITS.rows },
})

export const tooManyParts = (): Report => ({
  rule,
  code: 'tooManyParts',
  params: { limit: INPUT_LIMITS.parts },
})

export const largeParameters = (): Report => ({
  rule,
  code: 'largeParameters',
  params: { limit: INPUT_LIMITS.operations },
})

export const largeName = (): Report => ({
  rule,
  code: 'largeName',
  params: { limit: INPUT_LIMITS.named },
})
