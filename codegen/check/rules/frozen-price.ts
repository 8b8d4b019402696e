import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'frozen-price',
  severity: 'error',
  doc: 'The facts of a confirmation read no live price: they are formed once, when it is opened, and the price goes on.',
}
export default rule

export const frozenPrice = (action: string): Report => ({
  rule,
  message: `This reads a live price, and "${action}" forms its text once: the price goes on while the user reads an old one.`,
  suggestion: 'Draw it with a node in "body", which follows the price, or show the figures of a quote that expires.',
})
