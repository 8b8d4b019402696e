/**
 * Size limits of a project. Each is checked before the work that it bounds, so that a hostile project costs little more than
 * its reading. A screen's own bounds (bytes, levels, nodes) are LIMITS of src/core/program.ts: the client checks them too.
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
  /** Operations of a part's parameters, expanded. */
  operations: 5_000,
  /** Operations of a "let" name, with the names in it expanded. */
  named: 500,
  /** Findings reported per file. */
  findings: 200,
} as const

export const LIMIT_DESCRIPTIONS: Readonly<Record<keyof typeof INPUT_LIMITS, string>> = {
  files: 'JSON files of a project', bytes: 'bytes of a file that is no screen', brackets: 'brackets within brackets', values: 'values in a file',
  expression: 'characters of an expression', parts: 'parts within parts', references: 'references of schemas to schemas that refer on', schemas: 'schemas that one comes to, its references written out',
  repeaters: 'repeaters within repeaters', operations: 'operations of a part’s parameters where they are written out',
  named: 'operations of what “let” names, written out',
  findings: 'findings told of a file; the rest is counted',
}
