import type { Report, Rule } from '../source/diagnostics.ts'
import type { AnnotationTarget } from '../contract/dialect.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-annotation',
  severity: 'error',
  doc: 'An annotation (x-…) exists and is allowed at this place.',
}
export default rule

export const noAnnotation = (name: string, applicable: Iterable<string>): Report => ({
  rule,
  code: 'noAnnotation',
  params: { name },
  suggestion: didYouMean(name, applicable),
})

export const misplacedAnnotation = (name: string, holder: AnnotationTarget, applicable: Iterable<string>): Report => ({
  rule,
  code: 'misplacedAnnotation',
  params: { name, holder: holder === 'action' || holder === 'event' ? `an ${holder}` : `a ${holder}` },
  suggestion: didYouMean(name, applicable),
})

export const noReferenceKind = (kind: string | undefined, kinds: Iterable<string>): Report => ({
  rule,
  code: 'noReferenceKind',
  suggestion: didYouMean(kind ?? '', kinds),
})

export const noReferenceMember = (kind: string, name: string, names: Iterable<string>): Report => ({
  rule,
  code: 'noReferenceMember',
  params: { kind, name },
  suggestion: didYouMean(name, names),
})

export const notArgumentName = (name: string): Report => ({
  rule,
  code: 'notArgumentName',
  params: { name },
})

export const referenceNeedsOf = (kind: string): Report => ({
  rule,
  code: 'referenceNeedsOf',
  params: { kind },
})
