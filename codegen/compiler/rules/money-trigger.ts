import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-trigger',
  severity: 'error',
  doc: 'A call that moves money starts from a press, and the control is disabled while it runs.',
}
export default rule

/** A trigger that may start the call again; without a widget: entering the screen. */
export const startedAgain = (call: string, event: string, widget: string | undefined): Report => ({
  rule,
  code: widget === undefined ? 'startedOnEntry' : 'startedAgain',
  params: { call, event, widget: widget ?? '' },
})
