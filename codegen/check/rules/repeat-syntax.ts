import type { Report, Rule } from '../../compile/diagnostics.ts'
import { replaceWith } from '../../compile/quickFix.ts'
import type { JsonNode } from '../../compile/source.ts'

const rule: Rule = {
  name: 'repeat-syntax',
  severity: 'error',
  doc: '“each” is “item in list” or “item, index in list”.',
}
export default rule

export const indexNotCounted = (): Report => ({
  rule,
  message: 'The items of a list are not counted: "item in list".',
  suggestion: 'Remove the name after the comma.',
})

/** `meant`: the repeater that an invalid one clearly means. */
export const notRepeater = (node: JsonNode, meant: string | undefined): Report => ({
  rule,
  message: 'A repeater is written "item in list" or "item, index in list".',
  suggestion: meant === undefined ? undefined : replaceWith(node, meant),
})

export const notName = (name: string): Report => ({
  rule,
  message: `"${name}" is no name: letters, digits and _ make one.`,
  suggestion: 'Write a name of letters, digits and _.',
})
