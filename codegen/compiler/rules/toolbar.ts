import type { Rule } from '../rule.ts'

const rule: Rule = {
  meta: {
    name: 'toolbar',
    severity: 'error',
    doc: 'A “toolbar” belongs to a screen with the app’s navigation bar, has at most three nodes and waits for no query.',
  },
  on: {
    waitingPartInToolbar: ({ part }, report) => report({ code: 'waitingPartInToolbar', params: { part } }),
    waitingToolbar: ({ query }, report) => report({ code: 'waitingToolbar', params: { query } }),
    longToolbar: ({ nodes, limit }, report) => report({ code: 'longToolbar', params: { limit, nodes } }),
    toolbarWithoutBar: ({ navigationBar }, report) =>
      report({
        code: navigationBar === 'custom' ? 'toolbarBesideOwnBar' : 'toolbarWithoutBar',
        params: { navigationBar },
      }),
  },
}
export default rule
