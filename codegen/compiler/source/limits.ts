/**
 * Size limits of a project. Each is checked before the work that it bounds, so that a hostile project costs little more than
 * its reading. A screen's own bounds (bytes, levels, nodes) are LIMITS of src/engine/language/expressions/program.ts: the client checks them too.
 */
export const INPUT_LIMITS = {
  /** JSON files of a project, and the bytes of one that is no screen. */
  files: 5_000,
  bytes: 1024 * 1024,
  /** Nesting depth of brackets: enough for any document, and safe for recursion. */
  brackets: 200,
  /** Values of one file, separated by commas, brackets and colons. */
  values: 50_000,
  /** Characters of one expression. */
  expression: 4_000,
  /** Parts within parts, and references of schemas to others that refer on. */
  parts: 16,
  references: 32,
  /** Schemas in one schema with its references expanded. */
  schemas: 5_000,
  /** Repeaters within repeaters. */
  repeaters: 4,
  /** Rows that repeaters within repeaters make together, outside of a virtual list; and those of which such a list mounts some. */
  rows: 2_000,
  virtualRows: 60,
  /** Operations of a part's parameters, expanded. */
  operations: 5_000,
  /** Operations of a "let" name, with the names in it expanded. */
  named: 500,
  /** Findings reported per file. */
  findings: 200,
} as const

export const LIMIT_DESCRIPTIONS: Readonly<Record<keyof typeof INPUT_LIMITS, string>> = {
  files: 'JSON files of a project',
  bytes: 'bytes of any other file',
  brackets: 'levels of brackets',
  values: 'values in a file',
  expression: 'characters of an expression',
  parts: 'levels of parts within parts',
  references: 'references in a chain of schemas',
  schemas: 'schemas in one schema with its references expanded',
  repeaters: 'levels of repeated nodes',
  rows: 'rows that repeated nodes make together, outside of a virtual list',
  virtualRows: 'rows that are counted of a virtual list',
  operations: 'operations of the parameters of a part, expanded',
  named: 'operations of a name of “let”, expanded',
  findings: 'findings that are reported for a file',
}
