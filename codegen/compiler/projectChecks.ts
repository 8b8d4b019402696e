import { checkOutlines } from './accessibility/accessibility.ts'
import type { RuleSet } from './ruleSet.ts'
import type { CheckedProject } from './checkedProject.ts'
import type { Finding } from './source/findings/diagnostics.ts'
import { checkFixtures } from '../fixtures/check.ts'
import { checkFlow } from './flow/flow.ts'
import { Reporter } from './source/findings/reporter.ts'
import { toRange } from './source/source.ts'

/** Checks that need all files of the project. */
export function checkProject(project: CheckedProject, rules: RuleSet, diagnostics: Finding[]): void {
  diagnostics.push(...checkFlow(project, rules), ...checkOutlines(project, rules), ...checkFixtures(project, rules))
  const reporters = new Map<string, Reporter>()
  rules.emit('project', project, (report, source, at, path) => {
    // The limit of findings of a file is one of each rule.
    const key = `${report.rule.name} ${source.file}`
    const reporter = reporters.get(key) ?? new Reporter(source, rules)
    reporters.set(key, reporter)
    reporter.report(report, toRange(at), path)
  })
  for (const reporter of reporters.values()) diagnostics.push(...reporter.diagnostics)
}
