import type { Widget } from '../contract/contract.ts'
import type { Report, Rule } from '../source/diagnostics.ts'
import { didYouMean } from '../source/nearest.ts'

const rule: Rule = {
  name: 'unknown-prop',
  severity: 'error',
  doc: 'A prop is declared by the widget.',
}
export default rule

/** `keyword`: the keyword of nodes that the name is. */
export const unknownProp = (
  { name: widget, props, events }: Widget,
  name: string,
  keyword: string | undefined,
): Report => ({
  rule,
  code: 'unknownProp',
  params: { widget, name },
  suggestion:
    (keyword === undefined ? undefined : { code: 'code/keywordOfNode', params: { keyword } }) ??
    didYouMean(name, Object.keys(props.properties ?? {})) ??
    (Object.hasOwn(events, name) ? { code: 'advice/isEvent', params: { name } } : undefined),
})
