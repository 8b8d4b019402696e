import type { Node } from '../../../../src/engine/language/expressions/program.ts'
import type { CompiledKeyword, NodeInProgress } from './nodeKeyword.ts'
import { expectKind } from '../../lower/readFields.ts'
import { itemsOf } from '../../source/source.ts'
import type { JsonNode } from '../../source/source.ts'

/** Compiles nodes in slots of a widget, and adds them to the slots that the node has. */
export function compileSlots(
  given: readonly { name: string; key: JsonNode; value: JsonNode; path: string }[],
  { widget, context, lowered }: NodeInProgress,
): CompiledKeyword {
  const slots: NonNullable<Node['slots']> = { ...lowered.slots }
  for (const { name, key, value, path } of given) {
    if (!widget || !Object.hasOwn(widget.slots, name)) {
      if (widget) context.unit.emit({ event: 'unknownSlot', widget, name }, key, path)
      continue
    }
    if (Object.hasOwn(slots, name)) context.unit.emit({ event: 'duplicateSlot', slot: name }, key, path)
    if (value.type === 'array' && itemsOf(value).length === 0)
      context.unit.emit({ event: 'noNodes', name }, value, path)
    if (expectKind(context.unit, value, 'array', path))
      slots[name] = context.nodes(value, { ...context, path, inVirtualList: widget.virtual === name })
  }
  return Object.keys(slots).length > 0 ? { node: { slots } } : {}
}
