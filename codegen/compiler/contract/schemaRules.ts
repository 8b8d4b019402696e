import { rules } from '../rules/index.ts'
import type { SchemaInput } from '../checkingRule.ts'
import type { Reporter } from '../source/reporter.ts'
import { toRange } from '../source/source.ts'

const schemaRules = rules.filter((rule) => rule.schema)

/** Runs the hook `schema` of all rules. */
export function checkSchemaRules(reporter: Reporter, input: Omit<SchemaInput, 'source'>): void {
  for (const rule of schemaRules)
    rule.schema?.({ ...input, source: reporter.source }, (report, at, path) =>
      reporter.report(report, toRange(at), path),
    )
}
