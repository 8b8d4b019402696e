import type { Node, Screen } from '../../src/engine/language/expressions/program.ts'

/** Returns a compiled screen with these nodes; `more` replaces any of its members. */
export const screenOf = (body: Node[], more: Partial<Screen> = {}): Screen => ({
  id: 'test',
  route: '/test',
  title: 'Test',
  navigationBar: 'default',
  access: [],
  params: {},
  state: {},
  queries: {},
  onShow: [],
  body,
  requires: { widgets: [], actions: [], functions: [] },
  calls: {},
  forms: {},
  ...more,
})
