import type { Rule } from '../rule.ts'
import { didYouMean, suggest } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-property',
    severity: 'error',
    doc: 'A screen, node, step, query or part has only the keywords of the language.',
  },
  on: {
    unknownTextMember: ({ name }, report) =>
      report({ code: 'notInText', params: { name }, suggestion: didYouMean(name, ['text', 'args']) }),
    keywordNeedsOther: ({ keyword, other }, report) => report({ code: 'needsBeside', params: { keyword, other } }),
    unknownMemberOfHolder: ({ holder, name, suggestion }, report) =>
      report({ code: 'hasNoMember', params: { holder, name }, suggestion }),
    unknownPayloadField: ({ name, fields }, report) =>
      report({ code: 'noPayloadField', params: { name }, suggestion: didYouMean(name, fields) }),
    unknownProperty: ({ name, names }, report) =>
      report({ code: 'notHere', params: { name }, suggestion: suggest(name, names) }),
  },
}
export default rule
