import { checkSchema } from '../../compiler/contract/checkSchema.ts'
import { Reporter } from '../../compiler/source/findings/reporter.ts'
import type { Schema } from '../../compiler/contract/schema.ts'
import { parseSource } from '../../compiler/source/source.ts'
import { SchemaError } from './files.ts'
import { ruleSet } from '../../compiler/rules/index.ts'
import { messageOf, reportMessage } from '../../compiler/source/findings/messages.ts'

export type { Schema }

/** Throws a SchemaError, naming the path, when a schema leaves the dialect (codegen/compiler/contract/dialect.ts) or its limits. */
export function checkDialect(schema: unknown, file: string, place = ''): asserts schema is Schema {
  const source = parseSource(file, textOf(schema, file, place))
  if (source.refused !== undefined)
    throw new SchemaError(
      file,
      place || '(root)',
      ruleSet.reportsOf({ event: 'refusedFile', limit: source.refused }).map(reportMessage).join(' '),
    )
  const reporter = new Reporter(source, ruleSet)
  checkSchema(source.root, reporter, '')
  const [first] = reporter.diagnostics
  if (first) throw new SchemaError(file, `${place}${first.path}` || '(root)', messageOf(first))
}

function textOf(schema: unknown, file: string, place: string): string {
  try {
    return JSON.stringify(schema) ?? 'null'
  } catch {
    throw new SchemaError(file, place || '(root)', 'nests without end')
  }
}
