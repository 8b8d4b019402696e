/**
 * Whether the complete text was inserted at once: pasted, dictated, or set by the browser or a program, without key input. Undefined where the
 * text itself decides, as for typing and for a composition, which may replace all of it.
 */
export function isReplaced(event: Event): true | undefined {
  const kind = 'inputType' in event ? String(event.inputType) : ''
  if (kind.startsWith('delete') || kind === 'insertCompositionText' || event.type === 'compositionend') return undefined
  if (kind !== 'insertText') return true
  return 'data' in event && typeof event.data === 'string' && event.data.length > 1 ? true : undefined
}

/** One letter was inserted, or has replaced another one; the rest is unchanged. */
export function isTyped(text: string, before: string): boolean {
  const growth = text.length - before.length
  if (growth !== 0 && growth !== 1) return false
  let start = 0
  while (start < before.length && text[start] === before[start]) start += 1
  return text.slice(start + 1) === before.slice(start + 1 - growth)
}

/** Whether a text is a complete one in place of the text before, not one that is being typed. */
export const isComplete = (event: Event, text: string, before: string): boolean =>
  isReplaced(event) === true || (text.length >= before.length && !isTyped(text, before))
