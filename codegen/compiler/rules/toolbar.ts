import type { Report, Rule } from '../source/diagnostics.ts'

const rule: Rule = {
  name: 'toolbar',
  severity: 'error',
  doc: 'A “toolbar” belongs to a screen with the app’s navigation bar, has at most three nodes and waits for no query.',
}
export default rule

export const waitingToolbar = (query: string): Report => ({
  rule,
  code: 'waitingToolbar',
  params: { query },
})

export const waitingPartInToolbar = (part: string): Report => ({
  rule,
  code: 'waitingPartInToolbar',
  params: { part },
})

export const longToolbar = (nodes: number, limit: number): Report => ({
  rule,
  code: 'longToolbar',
  params: { limit, nodes },
})

export const toolbarWithoutBar = (navigationBar: string): Report => ({
  rule,
  code: navigationBar === 'custom' ? 'toolbarBesideOwnBar' : 'toolbarWithoutBar',
  params: { navigationBar },
})
