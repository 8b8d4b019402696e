import { rules } from './rules/index.ts'
import { checkOutlines } from './accessibility/accessibility.ts'
import type { CheckedProject } from './checkedProject.ts'
import type { Finding } from './source/diagnostics.ts'
import { checkFixtures } from '../fixtures/check.ts'
import { checkFlow } from './flow/flow.ts'
import { Reporter } from './source/reporter.ts'
import { toRange } from './source/source.ts'
import type { Source } from './source/source.ts'

/** Checks that need all files of the project. */
export function checkProject(project: CheckedProject, diagnostics: Finding[]): void {
  diagnostics.push(...checkFlow(project), ...checkOutlines(project), ...checkFixtures(project))
  for (const rule of rules) {
    const reporters = new Map<Source, Reporter>()
    rule.project?.(project, (report, source, at, path) => {
      const reporter = reporters.get(source) ?? new Reporter(source)
      reporters.set(source, reporter)
      reporter.report(report, toRange(at), path)
    })
    for (const reporter of reporters.values()) diagnostics.push(...reporter.diagnostics)
  }
}
