import type { Rule } from '../rule.ts'
import { showType } from '../infer/describeType.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'text-arguments',
    severity: 'error',
    doc: 'A text gets exactly the arguments that it names, as texts or numbers.',
  },
  on: {
    textArgumentMissing: ({ key, name }, report) => report({ code: 'argumentNeeded', params: { key, name } }),
    textArgumentType: ({ key, name, type, expected, hint }, report) =>
      report({ code: 'argumentType', params: { name, key, type: showType(type), expected }, suggestion: hint }),
    unknownTextArgument: ({ key, name, names }, report) =>
      report({ code: 'noArgument', params: { key, name }, suggestion: suggest(name, names) }),
    textArgumentsNotMap: (_, report) => report({ code: 'notMap' }),
  },
}
export default rule
