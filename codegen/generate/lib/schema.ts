import { checkSchema } from '../../compile/checkSchema.ts'
import { Reporter } from '../../compile/diagnostics.ts'
import type { Schema } from '../../compile/schema.ts'
import { parseSource } from '../../compile/source.ts'
import { SchemaError } from './files.ts'

export type { Schema }

/** Throws a SchemaError, naming the place, when a schema leaves the dialect (codegen/compile/dialect.ts). */
export function checkDialect(schema: unknown, file: string, place = ''): asserts schema is Schema {
  const source = parseSource(file, JSON.stringify(schema) ?? 'null')
  const reporter = new Reporter(source)
  checkSchema(source.root, reporter, '')
  const [first] = reporter.diagnostics
  if (first) throw new SchemaError(file, `${place}${first.path}` || '(root)', first.message)
}
