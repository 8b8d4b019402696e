import type { Edit } from '../source/findings/diagnostics.ts'
import type { JsonNode, Source } from '../source/source.ts'

/** Removes members of an object, or items of a list, with their commas and white space. */
export function removal(holder: JsonNode, isRemoved: (child: JsonNode) => boolean): Edit[] {
  const children = holder.children ?? []
  const edits: Edit[] = []
  const endOf = (child: JsonNode): number => child.offset + child.length
  for (let index = 0; index < children.length; index++) {
    const from = children[index]
    if (!from || !isRemoved(from)) continue
    let last = index
    for (let next = children[last + 1]; next && isRemoved(next); next = children[last + 1]) last += 1
    const [before, after, end] = [children[index - 1], children[last + 1], children[last]]
    if (after) edits.push({ start: from.offset, end: after.offset, text: '' })
    else if (before && end) edits.push({ start: endOf(before), end: endOf(end), text: '' })
    else edits.push({ start: holder.offset + 1, end: endOf(holder) - 1, text: '' })
    index = last
  }
  return edits
}

/** The property node of a name. */
export const propertyOf = (object: JsonNode | undefined, name: string): JsonNode | undefined =>
  object?.type === 'object' ? object.children?.find((child) => child.children?.[0]?.value === name) : undefined

/** Inserts a member after another one, on a new line if that one begins a line. */
export function insertAfter(source: Source, property: JsonNode, member: string): Edit {
  const line = source.text.slice(source.text.lastIndexOf('\n', property.offset) + 1, property.offset)
  const end = property.offset + property.length
  return {
    start: end,
    end,
    text: /^\s*$/.test(line) && source.text.includes('\n') ? `,\n${line}${member}` : `, ${member}`,
  }
}

/** The text with all edits applied; they do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = ''
  let at = 0
  for (const { start, end, text: inserted } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    out += text.slice(at, start) + inserted
    at = end
  }
  return out + text.slice(at)
}
