import type { UnitInput } from '../rule.ts'
import type { CompilationUnit } from '../lower/compilationUnit.ts'

/** Emits the event `unit` of a compiled screen or part. */
export function checkUnitRules(
  unit: CompilationUnit,
  declared: Pick<UnitInput, 'states' | 'queries' | 'params' | 'handledQueries'>,
): void {
  const { kind, named: names, drafts, used, source } = unit
  const input: UnitInput = { ...declared, kind, names, drafts, forms: used.forms, text: source.text }
  unit.rules.emit('unit', input, (report, at, path) => unit.report(report, at, path ?? ''))
}
