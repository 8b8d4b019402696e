import type { Rule } from '../rule.ts'
import { didYouMean } from '../source/names/nearest.ts'

const rule: Rule = {
  meta: {
    name: 'unknown-annotation',
    severity: 'error',
    doc: 'An annotation (x-…) exists and is allowed at this place.',
  },
  on: {
    unknownAnnotation: ({ name, applicable }, report) =>
      report({ code: 'noAnnotation', params: { name }, suggestion: didYouMean(name, applicable) }),
    misplacedAnnotation: ({ name, holder, applicable }, report) =>
      report({
        code: 'misplacedAnnotation',
        params: { name, holder: holder === 'action' || holder === 'event' ? `an ${holder}` : `a ${holder}` },
        suggestion: didYouMean(name, applicable),
      }),
    unknownReferenceKind: ({ kind, kinds }, report) =>
      report({ code: 'noReferenceKind', suggestion: didYouMean(kind ?? '', kinds) }),
    unknownReferenceMember: ({ kind, name, names }, report) =>
      report({ code: 'noReferenceMember', params: { kind, name }, suggestion: didYouMean(name, names) }),
    notArgumentName: ({ name }, report) => report({ code: 'notArgumentName', params: { name } }),
    referenceNeedsOf: ({ kind }, report) => report({ code: 'referenceNeedsOf', params: { kind } }),
  },
}
export default rule
