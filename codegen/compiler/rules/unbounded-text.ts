import type { Rule } from '../rule.ts'
import type { Report } from '../source/findings/diagnostics.ts'
import { normalizePath } from '../contract/schema.ts'
import { isUnboundedList, isUnboundedMap, isUnboundedText, visitSchemas } from '../source/schemaNodes.ts'
import type { Source } from '../source/source.ts'
import { member } from '../source/source.ts'

const rule: Rule = {
  meta: {
    name: 'unbounded-text',
    severity: 'error',
    doc: 'A text that the server accepts has maxLength, an enumeration or a named format.',
  },
  on: {
    schema({ source, sources, root, path, bounds }, report) {
      if (bounds === 'input')
        visitSchemas(root, path, (node, at) => {
          if (isUnboundedText(node)) report(unbounded(), node, at)
          const reference = member(node, '$ref')
          if (reference && !isBounded(String(reference.value), source.file, sources))
            report(refersToUnbounded(), node, at)
        })
    },
  },
}
export default rule

const unbounded = (): Report => ({
  code: 'unbounded',
})

const refersToUnbounded = (): Report => ({
  code: 'refersToUnbounded',
})

/** Whether a referenced entity is bounded as server input; each file is visited once per path. */
function isBounded(reference: string, from: string, sources: ReadonlyMap<string, Source>): boolean {
  const source = sources.get(normalizePath(`${from.slice(0, from.lastIndexOf('/') + 1)}${reference}`))
  if (!source) return true
  const others = new Map(sources)
  others.delete(source.file)
  let bounded = true
  visitSchemas(source.root, '', (node) => {
    const inner = member(node, '$ref')
    bounded &&=
      !isUnboundedList(node) &&
      !isUnboundedMap(node) &&
      !isUnboundedText(node) &&
      (!inner || isBounded(String(inner.value), source.file, others))
  })
  return bounded
}
