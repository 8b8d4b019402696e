import { getNodeValue } from 'jsonc-parser'
import { nodeAt, parse, toPath, toPlace, type Place } from '../model/document.ts'

/** The form whose submit handler a path is in. */
export function enclosingForm(text: string, place: Place): string | undefined {
  const path = toPath(place)
  const root = parse(text)
  for (let length = path.length - 1; length > 0; length -= 1) {
    if (path[length - 1] !== 'on' || path[length] !== 'submit') continue
    const node = nodeAt(root, toPlace(path.slice(0, length - 1)))
    const value: unknown = node ? getNodeValue(node) : undefined
    const { props } = (value ?? {}) as { props?: { form?: unknown } }
    return typeof props?.form === 'string' ? props.form : undefined
  }
  return undefined
}
