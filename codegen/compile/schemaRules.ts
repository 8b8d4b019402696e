import { rules } from '../check/rules/index.ts'
import type { SchemaInput } from './checkingRule.ts'
import type { Reporter } from './reporter.ts'
import { toRange } from './source.ts'

const schemaRules = rules.filter((rule) => rule.schema)

/** Runs the hook `schema` of all rules. */
export function checkSchemaRules(reporter: Reporter, input: Omit<SchemaInput, 'source'>): void {
  for (const rule of schemaRules)
    rule.schema?.({ ...input, source: reporter.source }, (report, at, path) =>
      reporter.report(report, toRange(at), path),
    )
}
