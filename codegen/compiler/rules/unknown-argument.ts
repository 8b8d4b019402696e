import type { Rule } from '../rule.ts'
import { suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-argument',
    severity: 'error',
    doc: 'An argument or branch of a step is declared by the action.',
  },
  on: {
    unknownArgument: ({ actionDef: { name: action, args, branches, slots }, name }, report) =>
      report({
        code: 'noArgument',
        params: { action, name },
        suggestion: suggest(
          name,
          [args.properties ?? {}, branches, slots].flatMap((item) => Object.keys(item)),
        ),
      }),
  },
}
export default rule
