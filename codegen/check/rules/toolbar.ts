import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'toolbar',
  severity: 'error',
  doc: 'A “toolbar” belongs to a screen with the app’s navigation bar, has at most three nodes and waits for no query.',
}
export default rule

export const waitingToolbar = (query: string): Report => ({
  rule,
  message: `The toolbar is shown while "${query}" loads, so a node in it cannot wait for it.`,
  suggestion: `Show this with "visible": "=${query} != null", or give what it reads another value until then.`,
})

export const waitingPartInToolbar = (part: string): Report => ({
  rule,
  message: `The toolbar is shown while data loads, and the part "${part}" waits for this query.`,
  suggestion: 'Give the part the values that it reads, with another value until the query has data.',
})

export const longToolbar = (nodes: number, limit: number): Report => ({
  rule,
  message: `At 320 px the toolbar has room for ${limit} nodes beside the title, and this one has ${nodes}.`,
  suggestion: 'Put the less used ones into a sheet.',
})

export const toolbarWithoutBar = (navigationBar: string): Report => ({
  rule,
  message: `A "toolbar" is shown in the navigation bar of the app, and this screen has "navigationBar": "${navigationBar}".`,
  suggestion:
    navigationBar === 'custom'
      ? 'Put the nodes into the slot "end" of its own NavBar.'
      : 'Write "navigationBar": "default".',
})
