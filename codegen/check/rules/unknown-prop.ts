import type { Widget } from '../../compile/contract.ts'
import type { Report, Rule } from '../../compile/diagnostics.ts'
import { didYouMean } from '../../compile/nearest.ts'

const rule: Rule = {
  name: 'unknown-prop',
  severity: 'error',
  doc: 'A prop is declared by the widget.',
}
export default rule

export const unknownProp = ({ name: widget, props, events }: Widget, name: string): Report => ({
  rule,
  message: `${widget} has no prop "${name}".`,
  suggestion:
    didYouMean(name, Object.keys(props.properties ?? {})) ??
    (Object.hasOwn(events, name) ? `"${name}" is an event: write it under "on".` : undefined),
})
