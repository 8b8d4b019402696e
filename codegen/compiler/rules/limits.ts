import type { Rule } from '../rule.ts'
import { LIMITS } from '../../../src/engine/language/expressions/program.ts'
import { SCHEMA_LIMITS, UNIQUE_ITEMS_LIMIT } from '../contract/dialect.ts'
import type { ExceededLimit } from '../source/source.ts'
import { INPUT_LIMITS } from '../source/limits.ts'

const rule: Rule = {
  meta: {
    name: 'limits',
    severity: 'error',
    doc: 'A screen has at most 256 KB, 32 levels and 2 000 nodes, parts included, and repeated nodes make at most 2 000 rows together; files and expressions have limits of their own.',
  },
  on: {
    refusedFile: ({ limit: { of, limit } }, report) => report({ code: EXCEEDED[of], params: { limit } }),
    tooManyFiles: ({ count }, report) => report({ code: 'tooManyFiles', params: { count, limit: INPUT_LIMITS.files } }),
    schemaTooDeep: (_, report) => report({ code: 'schemaTooDeep', params: { limit: SCHEMA_LIMITS.depth } }),
    tooManySchemas: (_, report) => report({ code: 'tooManySchemas', params: { limit: INPUT_LIMITS.schemas } }),
    tooManyProperties: (_, report) =>
      report({ code: 'tooManyProperties', params: { limit: SCHEMA_LIMITS.properties } }),
    tooManyBranches: ({ keyword }, report) =>
      report({ code: 'tooManyBranches', params: { keyword, limit: SCHEMA_LIMITS.branches } }),
    tooManyNames: ({ keyword }, report) =>
      report({ code: 'tooManyNames', params: { keyword, limit: SCHEMA_LIMITS.properties } }),
    uniqueWithoutMaximum: (_, report) =>
      report({ code: 'uniqueWithoutMaximum', params: { limit: UNIQUE_ITEMS_LIMIT } }),
    tooManyExpandedSchemas: (_, report) =>
      report({ code: 'tooManyExpandedSchemas', params: { limit: INPUT_LIMITS.schemas } }),
    largeName: (_, report) => report({ code: 'largeName', params: { limit: INPUT_LIMITS.named } }),
    tooManyLevels: ({ holder, depth }, report) =>
      report({ code: 'tooManyLevels', params: { holder, depth, limit: LIMITS.depth } }),
    tooManyNodes: ({ holder, nodes }, report) =>
      report({ code: 'tooManyNodes', params: { holder, nodes, limit: LIMITS.nodes } }),
    largeParameters: (_, report) => report({ code: 'largeParameters', params: { limit: INPUT_LIMITS.operations } }),
    tooManyParts: (_, report) => report({ code: 'tooManyParts', params: { limit: INPUT_LIMITS.parts } }),
    partUsed({ rows, repeaters, own }, report) {
      if (repeaters > INPUT_LIMITS.repeaters && own.repeaters <= INPUT_LIMITS.repeaters)
        report({ code: 'tooManyRepeatersWithPart', params: { repeaters, limit: INPUT_LIMITS.repeaters } })
      else if (isTooManyRows(rows, repeaters) && !isTooManyRows(own.rows, own.repeaters) && own.repeaters > 0)
        report({ code: 'tooManyRowsWithPart', params: { rows: rowsIn(rows), limit: INPUT_LIMITS.rows } })
    },
    tooManyFindings: (_, report) => report({ code: 'tooManyFindings', params: { limit: INPUT_LIMITS.findings } }),
    nodeRepeated({ rows, repeaters, outer }, report) {
      if (repeaters > INPUT_LIMITS.repeaters)
        report({ code: 'tooManyRepeaters', params: { limit: INPUT_LIMITS.repeaters } })
      if (isTooManyRows(rows, repeaters) && !isTooManyRows(outer, repeaters - 1))
        report({ code: 'tooManyRows', params: { rows: rowsIn(rows), limit: INPUT_LIMITS.rows } })
    },
  },
}
export default rule

const EXCEEDED: Readonly<Record<ExceededLimit['of'], string>> = {
  bytes: 'tooManyBytes',
  brackets: 'tooManyBrackets',
  values: 'tooManyValues',
}

/** Whether repeaters make too many rows; a list that nothing bounds makes any number. */
const isTooManyRows = (rows: number, repeaters: number): boolean => rows > INPUT_LIMITS.rows && repeaters > 0

const rowsIn = (rows: number): string => (Number.isFinite(rows) ? `up to ${rows} rows` : 'any number of rows')
