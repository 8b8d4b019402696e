import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-widget',
    severity: 'error',
    doc: 'A node names a widget that exists.',
  },
  on: {
    unknownWidget: ({ name, widgets }, report) =>
      report({
        code: 'unknownWidget',
        params: { name },
        suggestion: didYouMean(name, widgets) ?? { code: 'advice/listOfWidgets' },
      }),
  },
}
export default rule
