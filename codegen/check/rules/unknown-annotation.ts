import type { Report, Rule } from '../../compile/diagnostics.ts'
import type { AnnotationTarget } from '../../compile/dialect.ts'
import { didYouMean } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'unknown-annotation',
  severity: 'error',
  doc: 'An annotation (x-…) exists and is allowed at this place.',
}
export default rule

export const noAnnotation = (name: string, applicable: Iterable<string>): Report => ({
  rule,
  message: `"${name}" is not an annotation of the project’s schemas.`,
  suggestion: didYouMean(name, applicable),
})

export const misplacedAnnotation = (name: string, holder: AnnotationTarget, applicable: Iterable<string>): Report => ({
  rule,
  message: `"${name}" is not allowed on ${holder === 'action' || holder === 'event' ? 'an' : 'a'} ${holder}.`,
  suggestion: didYouMean(name, applicable),
})

export const noReferenceKind = (kind: string | undefined, kinds: Iterable<string>): Report => ({
  rule,
  message: '"x-ref" needs a "kind" of reference.',
  suggestion: didYouMean(kind ?? '', kinds),
})

export const noReferenceMember = (kind: string, name: string, names: Iterable<string>): Report => ({
  rule,
  message: `A reference of the kind "${kind}" has no "${name}".`,
  suggestion: didYouMean(name, names),
})

export const notArgumentName = (name: string): Report => ({
  rule,
  message: `"${name}" is the name of an argument.`,
  suggestion: 'Write the name of an argument of this schema.',
})

export const referenceNeedsOf = (kind: string): Report => ({
  rule,
  message: `A reference of the kind "${kind}" needs "of": the name of the argument beside it.`,
  suggestion: 'Add "of".',
})
