import type { SchemaInput } from '../rule.ts'
import type { Reporter } from '../source/findings/reporter.ts'
import { toRange } from '../source/source.ts'

/** Emits the event `schema`. */
export function checkSchemaRules(reporter: Reporter, input: Omit<SchemaInput, 'source'>): void {
  reporter.rules.emit('schema', { ...input, source: reporter.source }, (report, at, path) =>
    reporter.report(report, toRange(at), path),
  )
}
