import type { Report, Rule } from '../source/diagnostics.ts'
import { replaceWith } from '../fix/quickFix.ts'
import type { JsonNode } from '../source/source.ts'

const rule: Rule = {
  name: 'repeat-syntax',
  severity: 'error',
  doc: '“each” is “item in list” or “item, index in list”.',
}
export default rule

export const indexNotCounted = (): Report => ({
  rule,
  code: 'indexNotCounted',
})

/** `meant`: the repeater that an invalid one clearly means. */
export const notRepeater = (node: JsonNode, meant: string | undefined): Report => ({
  rule,
  code: 'notRepeater',
  suggestion: meant === undefined ? undefined : replaceWith(node, meant),
})

export const notName = (name: string): Report => ({
  rule,
  code: 'notName',
  params: { name },
})
