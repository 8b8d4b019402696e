import type { Report, Rule } from '../../compile/diagnostics.ts'

const rule: Rule = {
  name: 'frozen-price',
  severity: 'error',
  doc: 'The facts of a confirmation read no live price: they are formed once, when it is opened, and the price goes on.',
}
export default rule

export const frozenPrice = (action: string): Report => ({
  rule,
  code: 'frozenPrice',
  params: { action },
})
