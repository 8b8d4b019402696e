import type { CompilationUnit } from '../../lower/compilationUnit.ts'
import { member, members } from '../source.ts'
import type { JsonNode } from '../source.ts'

const KEYWORDS = ['x-unit-ref', 'x-base-currency', 'x-quote-currency', 'x-equals'] as const

/** Notes the states or parameters that the schema of another one names: the currency of an amount is the sibling beside it. */
export function mentionSiblings(unit: CompilationUnit, schema: JsonNode, kind: 'state' | 'param'): void {
  visit(schema, '')
  function visit(node: JsonNode | undefined, marks: string): void {
    for (const keyword of KEYWORDS) {
      const value = member(node, keyword)
      const text = value?.type === 'string' ? String(value.value) : ''
      const [, found = '', head = ''] = /^(\^*)(\w+)/.exec(text) ?? []
      if (!value || head === '' || found !== marks) continue
      const start = value.offset + 1 + found.length
      unit.mention(unit.own(kind, head), { start, end: start + head.length })
    }
    // A list is no separate level; an object is one.
    const items = member(node, 'items')
    if (items) visit(items, marks)
    for (const { value } of members(member(node, 'properties'))) visit(value, `${marks}^`)
  }
}
