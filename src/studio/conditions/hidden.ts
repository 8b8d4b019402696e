import type { Visibility } from '../../../codegen/compiler/service/index.ts'
import { NODE_TRAITS } from '../../engine/language/expressions/nodeTraits.ts'
import { memberPlace, nodeAt, parse, setValue, type Place } from '../model/document.ts'

/** The compiler's warning about a condition that reads nothing. A hidden node without another condition allows it. */
const WARNING = 'constant-condition'
const REASON = 'Hidden for now.'

/** The file with a node that is shown as `visibility` says. */
export function setVisible(text: string, node: Place, { isHidden, condition }: Visibility): string {
  const place = memberPlace(node, NODE_TRAITS.guards)
  const written = isHidden ? (condition === '' ? 'false' : `false && (${condition})`) : condition
  const next = setValue(text, place, written === '' ? undefined : `=${written}`)
  const isConstant = isHidden && condition === ''
  const wasConstant = nodeAt(parse(text), place)?.value === '=false'
  return isConstant === wasConstant ? next : setAllowed(next, node, isConstant)
}

function setAllowed(text: string, node: Place, isAllowed: boolean): string {
  const allow = memberPlace(node, 'allow')
  const place = memberPlace(allow, WARNING)
  const root = parse(text)
  if (isAllowed) return setValue(text, place, REASON)
  if (!nodeAt(root, place)) return text
  return setValue(text, nodeAt(root, allow)?.children?.length === 1 ? allow : place, undefined)
}
