import type { Rule } from '../rule.ts'
import { showType } from '../infer/describeType.ts'
import { hintForName } from '../infer/foreignSyntaxHints.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-field',
    severity: 'error',
    follows: {
      // The branches are exchanged.
      'outcome-text': 'handler',
    },
    doc: 'A field in an expression exists in the type of its object.',
  },
  on: {
    fieldOfSomeAlternatives: ({ name, source, tag }, report) =>
      report({ code: 'fieldOfSome', params: { source, name, tag } }),
    unknownField: ({ name, source, type, names = [] }, report) =>
      report({
        code: 'noField',
        params: { name, source, type: showType(type) },
        suggestion: didYouMean(name, names) ?? hintForName(name),
        ...(type.k === 'object' && type.name !== undefined ? { cause: { name: `${type.name}.${name}` } } : {}),
      }),
    unknownFieldOfUnion: ({ name, source, names }, report) =>
      report({ code: 'noFieldOfUnion', params: { name, source }, suggestion: didYouMean(name, names) }),
  },
}
export default rule
