import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-widget',
  severity: 'error',
  doc: 'A node names a widget that exists.',
}
export default rule

export const unknownWidget = (name: string, widgets: Iterable<string>): Report => ({
  rule,
  code: 'unknownWidget',
  params: { name },
  suggestion: didYouMean(name, widgets),
})
