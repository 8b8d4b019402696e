import type { Node } from '../../../src/engine/language/expressions/program.ts'
import type { CompileContext } from './compileContext.ts'
import type { Widget } from '../contract/contract.ts'
import { expandPart } from '../parts/expandPart.ts'
import { NODE_KEYWORDS, PART_FIELDS, WIDGET_FIELDS } from '../keywords/node/index.ts'
import { expectKind, joinPath, nesting, readFields } from './readFields.ts'
import { itemsOf, member, stringAt } from '../source/source.ts'
import type { JsonNode } from '../source/source.ts'
import type { Message } from '../source/textCatalogue.ts'

/** Compiles a list of nodes; those with an error that prevents lowering are left out. */
export function compileNodes(list: JsonNode | undefined, context: CompileContext): Node[] {
  return itemsOf(list).flatMap(
    (node, index) => compileNode(node, { ...context, path: joinPath(context.path, index) }) ?? [],
  )
}

/** Compiles a widget or expands a part. Returns undefined after an error that prevents lowering, such as an unknown widget. */
export function compileNode(node: JsonNode, context: CompileContext): Node | undefined {
  const { unit, path } = context
  unit.nodes += 1
  unit.depth = Math.max(unit.depth, nesting(path))
  if (!expectKind(unit, node, 'object', path)) return undefined
  if (member(node, 'part')) {
    const fields = readFields(unit, node, path, PART_FIELDS, 'The use of a part')
    if (!fields?.part) return undefined
    const { lowered, inside } = compileKeywords(fields, undefined, context)
    return expandPart(fields.part, fields.props, inside, lowered)
  }
  const name = stringAt(node, 'widget') ?? ''
  const widget = unit.contract.widgets.get(name)
  const fields = readFields(unit, node, path, WIDGET_FIELDS, 'A node', (member) => misplacedMemberHint(member, widget))
  if (!fields?.widget) return undefined
  if (!widget) {
    unit.emit(
      { event: 'unknownWidget', name, widgets: unit.contract.widgets.keys() },
      fields.widget,
      joinPath(path, 'widget'),
    )
    return undefined
  }
  unit.use('widgets', name)
  const { lowered } = compileKeywords(fields, widget, context)
  return { widget: name, ...lowered, sourcePath: unit.kind === 'part' ? `parts/${unit.id}#${path}` : path }
}

/** Hint for a misplaced name: the member of the node where it belongs. */
function misplacedMemberHint(name: string, widget: Widget | undefined): Message | undefined {
  if (widget?.props.properties && Object.hasOwn(widget.props.properties, name))
    return { code: 'code/isProp', params: { name } }
  if (widget && Object.hasOwn(widget.events, name)) return { code: 'advice/isEvent', params: { name } }
  return widget && Object.hasOwn(widget.slots, name) ? { code: 'advice/isSlot', params: { name } } : undefined
}

/** Compiles the keywords of a node in the order of evaluation: its lowered members, and the context of all in it. */
function compileKeywords(
  fields: Record<string, JsonNode>,
  widget: Widget | undefined,
  outer: CompileContext,
): { lowered: Partial<Node>; inside: CompileContext } {
  const lowered: Partial<Node> = {}
  let inside = outer
  for (const { name, needs, check, compile } of NODE_KEYWORDS) {
    const value = fields[name]
    if (!check && !(value && compile)) continue
    const path = joinPath(outer.path, name)
    const node = {
      fields,
      keywords: NODE_KEYWORDS,
      widget,
      path: outer.path,
      context: { ...inside, path },
      outer: { ...outer, path },
      lowered,
    }
    check?.(node)
    if (!value || !compile) continue
    if (needs !== undefined && !fields[needs])
      outer.unit.emit({ event: 'keywordNeedsOther', keyword: name, other: needs }, value, path)
    if (needs !== undefined && lowered[needs] === undefined) continue
    const compiled = compile(value, node)
    Object.assign(lowered, compiled.node)
    if (compiled.inside) inside = { ...inside, ...compiled.inside }
  }
  return { lowered, inside }
}
