import type { Node } from '../../../../src/engine/language/expressions/program.ts'
import type { CompiledKeyword, NodeInProgress } from './nodeKeyword.ts'
import { expectKind } from '../../lower/readFields.ts'
import { itemsOf } from '../../source/source.ts'
import type { JsonNode } from '../../source/source.ts'
import { slotTwice } from '../../rules/duplicate-key.ts'
import { noNodes } from '../../rules/empty-content.ts'
import { unknownSlot } from '../../rules/unknown-slot.ts'

/** Compiles nodes in slots of a widget, and adds them to the slots that the node has. */
export function compileSlots(
  given: readonly { name: string; key: JsonNode; value: JsonNode; path: string }[],
  { widget, context, lowered }: NodeInProgress,
): CompiledKeyword {
  const slots: NonNullable<Node['slots']> = { ...lowered.slots }
  for (const { name, key, value, path } of given) {
    if (!widget || !Object.hasOwn(widget.slots, name)) {
      if (widget) context.unit.report(unknownSlot(widget, name), key, path)
      continue
    }
    if (Object.hasOwn(slots, name)) context.unit.report(slotTwice(name), key, path)
    if (value.type === 'array' && itemsOf(value).length === 0) context.unit.report(noNodes(name), value, path)
    if (expectKind(context.unit, value, 'array', path))
      slots[name] = context.nodes(value, { ...context, path, inVirtualList: widget.virtual === name })
  }
  return Object.keys(slots).length > 0 ? { node: { slots } } : {}
}
