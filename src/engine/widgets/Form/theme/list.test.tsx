// @vitest-environment jsdom
import { act, fireEvent, screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import texts from '../../../../../locales/en.json'
import { box, object, press, send, sent, setUp, text, type } from '../../../../../tests/support/drawForm.tsx'
import { loadFields } from './loading.ts'
import { client } from '../../../../../tests/support/client.ts'

beforeAll(() => loadFields())
beforeEach(() => client.language.apply('en', texts))

const CASH = texts['tab.home']
const CARD = texts['tab.market']
const cash = object({ is: { const: 'cash' } }, ['is'], { title: 'tab.home' })
const card = object({ is: { const: 'card' }, number: text('Number', { minLength: 2 }) }, ['is', 'number'], {
  title: 'tab.market',
})
const schema = object({
  rows: {
    type: 'array',
    title: 'Rows',
    maxItems: 6,
    items: object({ name: text('Name'), pay: { title: 'Pay', oneOf: [cash, card] } }, ['name', 'pay']),
  },
})
const hidden = { rows: { items: { pay: { is: { 'ui:widget': 'hidden' } } }, 'ui:options': { copyable: true } } }

const item = (index: number) => screen.getAllByRole('group', { name: new RegExp(`^${index + 1}/`) })[0] as HTMLElement
const choose = async (index: number, option: string) => {
  await press(/^Pay/, item(index))
  await act(async () => void fireEvent.click(within(screen.getByRole('dialog')).getByRole('radio', { name: option })))
}

/** Three items: cash, a card with its number, and one for which nothing is chosen. */
async function draw() {
  const drawn = setUp(schema, hidden)
  for (const _ of [0, 1, 2]) await press('Add item')
  for (const [index, name] of ['a', 'b', 'c'].entries()) type('Name', name, item(index))
  await choose(0, CASH)
  await choose(1, CARD)
  type('Number', '42', item(1))
  return drawn
}

const A = { name: 'a', pay: { is: 'cash' } }
const B = { name: 'b', pay: { is: 'card', number: '42' } }
const C = { name: 'c', pay: { is: 'cash' } }

describe('a chosen alternative belongs to its item', () => {
  it.each([
    ['below one that is moved up', 'Move up', 2, [A, C, B], 1],
    ['below one that is removed', 'Remove', 0, [B, C], 1],
    ['below one that is copied', 'Copy', 0, [A, A, B], 3],
  ] as const)('%s', async (_, button, index, rows, open) => {
    const { onSubmit } = await draw()
    await press(button, item(index))
    await send()
    // The item for which nothing is chosen is the one that is missing.
    expect(onSubmit).not.toHaveBeenCalled()
    await choose(open, CASH)
    await send()
    const expected = rows.includes(C) ? [...rows] : [...rows, C]
    expect(sent(onSubmit)).toEqual({ rows: expected })
  })

  it('if a blank item before it is left out', async () => {
    const optional = object({
      rows: {
        type: 'array',
        title: 'Rows',
        maxItems: 6,
        items: object({ name: text('Name'), pay: { title: 'Pay', oneOf: [cash, card] } }),
      },
    })
    const { onSubmit, state } = setUp(optional, hidden)
    for (const _ of [0, 1]) await press('Add item')
    await choose(1, CASH)
    await send()
    expect(sent(onSubmit)).toEqual({ rows: [{ pay: { is: 'cash' } }] })
    expect([state.isChosen('rows.0.pay'), state.isChosen('rows.1.pay')]).toEqual([true, false])
  })
})

it('an error belongs to the item in which it is', async () => {
  setUp(
    object({
      rows: { type: 'array', title: 'Rows', maxItems: 3, items: object({ name: text('Name', { minLength: 2 }) }) },
    }),
  )
  for (const _ of [0, 1]) await press('Add item')
  type('Name', 'x', item(0))
  fireEvent.blur(box('Name', item(0)))
  expect(box('Name', item(0)).getAttribute('aria-invalid')).toBe('true')
  await press('Move down', item(0))
  expect([0, 1].map((index) => box('Name', item(index)).getAttribute('aria-invalid'))).toEqual([null, 'true'])
})
