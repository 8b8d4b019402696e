import { rules } from '../rules/index.ts'
import type { UnitInput } from '../checkingRule.ts'
import type { CompilationUnit } from '../lower/compilationUnit.ts'

const unitRules = rules.filter((rule) => rule.unit)

/** Runs the hook `unit` of all rules on a compiled screen or part. */
export function checkUnitRules(
  unit: CompilationUnit,
  declared: Pick<UnitInput, 'states' | 'queries' | 'params' | 'handledQueries'>,
): void {
  const { kind, named: names, drafts, used, source } = unit
  const input: UnitInput = { ...declared, kind, names, drafts, forms: used.forms, text: source.text }
  for (const rule of unitRules) rule.unit?.(input, (report, at, path) => unit.report(report, at, path ?? ''))
}
