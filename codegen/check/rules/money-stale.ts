import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'money-stale',
  severity: 'error',
  doc: 'Values that a confirmation shows cannot change before they are sent.',
}
export default rule

const KEEP = 'Keep it in a state before the confirm, and show and send that state.'

export const readsSetState = (field: string, state: string): Report => ({
  rule,
  message: `"${field}" reads the state "${state}", which is set between the confirm and this call.`,
  suggestion: 'Set it before the confirm.',
  cause: { name: `stale state ${state}`, within: 'handler', subject: `"${field}"` },
})

export const readsQuery = (field: string, query: string): Report => ({
  rule,
  message: `"${field}" reads the query "${query}", which may be refreshed while the confirmation is open.`,
  suggestion: KEEP,
  cause: { name: `stale query ${query}`, within: 'handler', subject: `"${field}"` },
})

export const readsFilledForm = (field: string, form: string): Report => ({
  rule,
  message: `"${field}" reads what is typed into the form "${form}", which is filled between the confirm and this call.`,
  suggestion: 'Send what the form has given: "=form.…".',
  cause: { name: `stale form ${form}`, within: 'handler', subject: `"${field}"` },
})

export const readsPrice = (field: string): Report => ({
  rule,
  message: `"${field}" reads a live price, which changes while the confirmation is open.`,
  suggestion: KEEP,
  cause: { name: 'stale price', within: 'handler', subject: `"${field}"` },
})

export const readsChangedSession = (field: string, name: string): Report => ({
  rule,
  message: `"${field}" reads "session.${name}", which a step between the confirm and this call changes.`,
  suggestion: 'Change it before the confirm.',
  cause: { name: `stale session ${name}`, within: 'handler', subject: `"${field}"` },
})

export const sessionChanged = (call: string, name: string): Report => ({
  rule,
  message: `A step between the confirm and "${call}" changes "session.${name}".`,
  suggestion: 'Change it before the confirm.',
  cause: { name: `stale session ${name}`, within: 'handler' },
})

export const readsParameter = (field: string, param: string): Report => ({
  rule,
  message: `"${field}" reads the parameter "${param}", and a step between the confirm and this call may change what it reads.`,
  suggestion: 'Move that step before the confirm.',
  cause: { name: `stale parameter ${param}`, within: 'handler', subject: `"${field}"` },
})

/** The argument of a parameter that a part sends; `query`: what it reads, else a live price. */
export const volatileArgument = (part: string, param: string, query: string | undefined): Report => ({
  rule,
  message: `The part "${part}" sends "${param}" with a call that moves money, and this reads ${query === undefined ? 'a live price, which changes' : `the query "${query}", which may be refreshed`} while the confirmation is open.`,
  suggestion: 'Let the part ask the server for what it will send, and show and send the answer.',
})
