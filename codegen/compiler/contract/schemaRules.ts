import type { SchemaInput } from '../rule.ts'
import type { Reporter } from '../source/findings/reporter.ts'
import { toRange } from '../source/source.ts'

/** Emits the event `schema`. False: an error is reported, so values need not meet it. */
export function checkSchemaRules(reporter: Reporter, input: Omit<SchemaInput, 'source'>): boolean {
  let isSound = true
  reporter.rules.emit('schema', { ...input, source: reporter.source }, (report, at, path) => {
    isSound &&= report.rule.severity !== 'error'
    reporter.report(report, toRange(at), path)
  })
  return isSound
}
