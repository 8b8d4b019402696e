import type { Rule } from '../rule.ts'
import { missingName } from '../source/findings/diagnostics.ts'
import { hintForName } from '../infer/foreignSyntaxHints.ts'
import { didYouMean, suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-name',
    severity: 'error',
    countsPlaces: true,
    follows: {
      // A name of a row is missing with the keyword that binds it.
      'unknown-property': 'inside',
      // The branches are exchanged.
      'outcome-text': 'handler',
    },
    doc: 'A name in an expression is in scope: a query, state, params, session, preferences, device, config, forms, queries, or a name from each, let or a branch.',
  },
  on: {
    unknownMember: ({ name, source, title, names, elsewhere }, report) =>
      report({
        code: title.endsWith('"') ? 'noMember' : 'noMemberOfKind',
        params: { name, source, kind: title },
        suggestion: elsewhere ?? suggest(name, names),
        cause: missingName(name),
      }),
    unknownName: ({ name, names, elsewhere }, report) =>
      report({
        code: 'noName',
        params: { name },
        suggestion: elsewhere ?? didYouMean(name, names) ?? hintForName(name),
        cause: missingName(name),
        forFix: { unknownName: name },
      }),
    groupNotValue: ({ source, members }, report) =>
      report({
        code: 'notValue',
        params: { source },
        suggestion: members.length === 0 ? undefined : { code: 'code/write', params: { text: members.join(' or ') } },
      }),
  },
}
export default rule
