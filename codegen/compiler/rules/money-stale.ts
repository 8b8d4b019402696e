import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'money-stale',
  severity: 'error',
  doc: 'Values that a confirmation shows cannot change before they are sent.',
}
export default rule

export const readsSetState = (field: string, state: string): Report => ({
  rule,
  code: 'readsSetState',
  params: { field, state },

  cause: { name: `stale state ${state}`, within: 'handler', subject: `"${field}"` },
})

export const readsQuery = (field: string, query: string): Report => ({
  rule,
  code: 'readsQuery',
  params: { field, query },

  cause: { name: `stale query ${query}`, within: 'handler', subject: `"${field}"` },
})

export const readsFilledForm = (field: string, form: string): Report => ({
  rule,
  code: 'readsFilledForm',
  params: { field, form },

  cause: { name: `stale form ${form}`, within: 'handler', subject: `"${field}"` },
})

export const readsPrice = (field: string): Report => ({
  rule,
  code: 'readsPrice',
  params: { field },

  cause: { name: 'stale price', within: 'handler', subject: `"${field}"` },
})

export const readsChangedSession = (field: string, name: string): Report => ({
  rule,
  code: 'readsChangedSession',
  params: { field, name },

  cause: { name: `stale session ${name}`, within: 'handler', subject: `"${field}"` },
})

export const sessionChanged = (call: string, name: string): Report => ({
  rule,
  code: 'sessionChanged',
  params: { call, name },

  cause: { name: `stale session ${name}`, within: 'handler' },
})

export const readsParameter = (field: string, param: string): Report => ({
  rule,
  code: 'readsParameter',
  params: { field, param },

  cause: { name: `stale parameter ${param}`, within: 'handler', subject: `"${field}"` },
})

/** The argument of a parameter that a part sends; `query`: what it reads, else a live price. */
export const volatileArgument = (part: string, param: string, query: string | undefined): Report => ({
  rule,
  code: query === undefined ? 'liveArgument' : 'volatileArgument',
  params: { part, param, query: query ?? '' },
})
