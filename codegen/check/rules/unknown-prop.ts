import type { Widget } from '../../compile/contract.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'

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
  message: `${widget} has no prop "${name}".`,
  suggestion:
    (keyword === undefined ? undefined : `"${keyword}" is a keyword of the node: write it beside "props".`) ??
    didYouMean(name, Object.keys(props.properties ?? {})) ??
    (Object.hasOwn(events, name) ? `"${name}" is an event: write it under "on".` : undefined),
})
