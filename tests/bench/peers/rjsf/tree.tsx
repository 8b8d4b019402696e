import type { RJSFSchema, UiSchema } from '@rjsf/utils'
import { page } from '../../browser/interaction/page.tsx'
import { amountsOf, SECTIONS } from '../../interaction/facts.ts'
import { Show } from './show.tsx'

const text = { type: 'string' } as const
const object = (properties: RJSFSchema['properties']): RJSFSchema => ({ type: 'object', properties })
const pressed = { 'ui:options': { pressed: true } }
const number = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** The groups and lines of the measured screen as objects and strings. */
const schema: RJSFSchema = {
  type: 'array',
  items: object({
    head: object({ title: text, badge: text }),
    of: text,
    balance: text,
    amounts: object({ free: object({ label: text, value: text }), used: object({ label: text, value: text }) }),
    orders: text,
    history: text,
    state: text,
    buttons: object({ deposit: text, withdraw: text }),
  }),
}
const uiSchema: UiSchema = {
  items: {
    'ui:look': 'card',
    head: { 'ui:look': 'row' },
    amounts: { 'ui:look': 'row' },
    orders: pressed,
    buttons: { 'ui:look': 'row', deposit: pressed, withdraw: pressed },
  },
}
const data = Array.from({ length: SECTIONS }, (_, i) => {
  const { balance, free, used } = amountsOf(i)
  return {
    head: { title: `Account ${i}`, ...(i > 0 && { badge: 'Live' }) },
    of: `Balance of Account ${i}`,
    balance: `${number.format(Number(balance))} USDT`,
    amounts: {
      free: { label: 'Available', value: number.format(Number(free)) },
      used: { label: 'Used', value: number.format(Number(used)) },
    },
    orders: `Orders ${i}`,
    history: 'History',
    state: 'Low',
    buttons: { deposit: 'Deposit', withdraw: 'Withdraw' },
  }
})

page(() => <Show schema={schema} uiSchema={uiSchema} data={data} />)
