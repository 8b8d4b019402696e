import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'money-stale',
    severity: 'error',
    doc: 'Values that a confirmation shows cannot change before they are sent.',
  },
  on: {
    sentReadsChangedSession: ({ field, name }, report) =>
      report({
        code: 'readsChangedSession',
        params: { field, name },
        cause: { name: `stale session ${name}`, within: 'handler', subject: `"${field}"` },
      }),
    sentReadsFilledForm: ({ field, form }, report) =>
      report({
        code: 'readsFilledForm',
        params: { field, form },
        cause: { name: `stale form ${form}`, within: 'handler', subject: `"${field}"` },
      }),
    sentReadsParameter: ({ field, param }, report) =>
      report({
        code: 'readsParameter',
        params: { field, param },
        cause: { name: `stale parameter ${param}`, within: 'handler', subject: `"${field}"` },
      }),
    sentReadsPrice: ({ field }, report) =>
      report({
        code: 'readsPrice',
        params: { field },
        cause: { name: 'stale price', within: 'handler', subject: `"${field}"` },
      }),
    sentReadsQuery: ({ field, query }, report) =>
      report({
        code: 'readsQuery',
        params: { field, query },
        cause: { name: `stale query ${query}`, within: 'handler', subject: `"${field}"` },
      }),
    sentReadsSetState: ({ field, state }, report) =>
      report({
        code: 'readsSetState',
        params: { field, state },
        cause: { name: `stale state ${state}`, within: 'handler', subject: `"${field}"` },
      }),
    volatileArgument: ({ part, param, query }, report) =>
      report({
        code: query === undefined ? 'liveArgument' : 'volatileArgument',
        params: { part, param, query: query ?? '' },
      }),
    sentAfterSessionChange: ({ call, name }, report) =>
      report({
        code: 'sessionChanged',
        params: { call, name },
        cause: { name: `stale session ${name}`, within: 'handler' },
      }),
  },
}
export default rule
