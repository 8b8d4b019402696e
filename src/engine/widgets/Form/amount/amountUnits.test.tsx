// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { asDecimal, asPrice, asQuantity } from '../../../language/values/decimal.ts'
import { ViewContext, type View } from '../../../renderer/host.ts'
import { createForm } from '../../../state/forms/forms.ts'
import { formOf, validatorsOf } from '../../../../../tests/support/forms.ts'
import Form from '../Form.tsx'
import { loadFields } from '../theme/loading.ts'
import { client } from '../../../../../tests/support/client.ts'

beforeAll(() => loadFields())
beforeEach(() => {
  client.storage.writeText('amountUnit.quantity', null)
  client.language.apply('en', {
    'form.enterIn': 'Enter in {{unit}}',
    'form.share': 'share',
    'keypad.done': 'Done',
    'form.minimum': 'At least {{min}}.',
  })
})

const def = formOf([
  {
    name: 'quantity',
    widget: 'amount',
    schema: { type: 'string', format: 'decimal' },
    options: { decimals: 8, slider: true },
  },
])
const BOUNDS = { quantity: { maximum: asDecimal('2'), step: asDecimal('0.001') } }

function setUp(more: Partial<ComponentProps<typeof Form>> = {}, of = def) {
  const state = createForm(of, validatorsOf(of))
  const view = { screen: { form: () => state, screen: { id: 'test' } } } as unknown as View
  const draw = (price: string) => (
    <ViewContext value={view}>
      <Form
        form="it"
        submitLabel="Buy"
        bounds={BOUNDS}
        units={{ quantity: 'BTC' }}
        conversions={{ quantity: { price: asPrice(price), unit: 'USDT', rounding: 'up' } }}
        {...more}
      />
    </ViewContext>
  )
  const view1 = render(draw('100'))
  return { reprice: (price: string) => view1.rerender(draw(price)) }
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: /quantity/ })
const swapTo = (unit: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(`Enter in ${unit}$`) }))
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: /share/ })
const sent = async (onSubmit: ReturnType<typeof vi.fn>) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Buy' })))
  return (onSubmit.mock.calls.at(-1)?.[0] as { quantity?: string } | undefined)?.quantity
}

it('shows in each unit what the amount is in the other', async () => {
  setUp()
  expect(screen.queryByText(/≈/)).toBeNull()
  await userEvent.setup().type(field(), '0.5')
  expect(screen.getByText(/≈ 50\.00\sUSDT/)).toBeTruthy()
  swapTo('USDT')
  expect(field().value).toBe('50')
  expect(screen.getByText(/≈ 0\.5 BTC/)).toBeTruthy()
})

it('says what the quantity costs where the money typed pays for no whole steps', async () => {
  setUp()
  swapTo('USDT')
  await userEvent.setup().type(field(), '33.37')
  expect(screen.getByText(/≈ 0\.333 BTC = 33\.30\sUSDT/)).toBeTruthy()
})

it('names a limit in its unit, with the digits of the step', async () => {
  setUp({ bounds: { quantity: { minimum: asDecimal('0.01'), step: asDecimal('0.001') } } })
  swapTo('USDT')
  await userEvent.setup().type(field(), '0.5')
  fireEvent.blur(field())
  expect(screen.getByText(/At least 0\.010\sBTC/)).toBeTruthy()
})

it('sends the quantity that the money typed pays for', async () => {
  const onSubmit = vi.fn()
  setUp({ onSubmit })
  swapTo('USDT')
  await userEvent.setup().type(field(), '33.37')
  expect(field().value).toBe('33.37')
  expect(await sent(onSubmit)).toBe('0.333')
})

it('converts the money typed again at another price', async () => {
  const onSubmit = vi.fn()
  const { reprice } = setUp({ onSubmit })
  swapTo('USDT')
  await userEvent.setup().type(field(), '50')
  reprice('125')
  expect(field().value).toBe('50')
  expect(screen.getByText(/≈ 0\.4 BTC/)).toBeTruthy()
  expect(await sent(onSubmit)).toBe('0.4')
})

it('keeps a quantity typed at another price', async () => {
  const { reprice } = setUp()
  await userEvent.setup().type(field(), '0.5')
  reprice('125')
  expect(field().value).toBe('0.5')
  expect(screen.getByText(/≈ 62\.50\sUSDT/)).toBeTruthy()
})

/** A lot of ten coins. */
const LOT = {
  price: asPrice('100'),
  unit: 'USDT',
  rounding: 'up',
  size: asQuantity('10'),
  sizeUnit: 'BTC',
} as const

it('offers a quantity as the third unit', async () => {
  const onSubmit = vi.fn()
  setUp({ onSubmit, units: { quantity: 'lots' }, conversions: { quantity: LOT } })
  await userEvent.setup().type(field(), '0.5')
  expect(screen.getByText(/≈ 50\.00\sUSDT · 5 BTC/)).toBeTruthy()
  swapTo('USDT')
  expect(screen.getByText(/≈ 0\.5 lots · 5 BTC/)).toBeTruthy()
  swapTo('BTC')
  expect(field().value).toBe('5')
  await userEvent.setup().clear(field())
  await userEvent.setup().type(field(), '2.345')
  expect(field().value).toBe('2.34')
  expect(screen.getByText(/≈ 0\.234 lots · 23\.40\sUSDT/)).toBeTruthy()
  expect(await sent(onSubmit)).toBe('0.234')
  swapTo('lots')
  expect(field().value).toBe('0.234')
})

it('names an own unit without a symbol by the label of the field, isolated where that is right to left', async () => {
  client.language.apply('en', { 'form.enterIn': 'Enter in {{unit}}', 'keypad.done': 'Done', quantity: 'اللوتات' })
  setUp({ units: { quantity: '' } })
  const amount = screen.getByRole<HTMLInputElement>('textbox')
  await userEvent.setup().type(amount, '0.5')
  swapTo('USDT')
  expect(screen.getByText('≈ 0.5 \u2068اللوتات\u2069')).toBeTruthy()
})

it('remembers the unit on the device', () => {
  setUp()
  swapTo('USDT')
  expect(client.storage.readText('amountUnit.quantity')).toBe('money')
  swapTo('BTC')
  expect(client.storage.readText('amountUnit.quantity')).toBe('own')
})

it('is a quantity at first where the screen says so, until another unit is chosen', async () => {
  const conversion = { ...LOT, sizeFirst: true, ownUnit: 'lots' }
  const onSubmit = vi.fn()
  setUp({ onSubmit, units: { quantity: '' }, conversions: { quantity: conversion } })
  await userEvent.setup().type(field(), '5')
  expect(await sent(onSubmit)).toBe('0.5')
  swapTo('lots')
  expect(field().value).toBe('0.5')
  expect(client.storage.readText('amountUnit.quantity')).toBe('own')
})

it('takes a share of the maximum from the slider, in either unit', () => {
  setUp()
  fireEvent.change(slider(), { target: { value: '25' } })
  expect(field().value).toBe('0.5')
  expect(slider().getAttribute('aria-valuetext')).toBe('25%')
  swapTo('USDT')
  expect(field().value).toBe('50')
  fireEvent.change(slider(), { target: { value: '100' } })
  expect(field().value).toBe('200')
  fireEvent.change(slider(), { target: { value: '0' } })
  expect(field().value).toBe('')
})

/** The line below the field. */
const hint = () => screen.getAllByRole('status')[0]?.textContent
const COARSE = { quantity: { maximum: asDecimal('0.05'), step: asDecimal('0.01') } }

it.each([
  ['50', '0.02', '= 0.02\u00a0BTC (40%)'],
  ['75', '0.03', '= 0.03\u00a0BTC (60%)'],
  ['100', '0.05', ''],
])('a share of %s per cent that the step cuts says which amount and share it is', (percent, amount, text) => {
  setUp({ bounds: COARSE })
  fireEvent.change(slider(), { target: { value: percent } })
  expect([field().value, hint()]).toEqual([amount, text])
  fireEvent.change(field(), { target: { value: '0.04' } })
  expect(hint()).toBe('')
})

it('takes a share from a chip, and marks the chip of the amount', () => {
  const chips = formOf([
    {
      name: 'quantity',
      widget: 'amount',
      schema: { type: 'string', format: 'decimal' },
      options: { decimals: 8, chips: true },
    },
  ])
  setUp({ bounds: COARSE }, chips)
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  fireEvent.click(screen.getByRole('button', { name: '50%' }))
  expect([field().value, pressed(), hint()]).toEqual(['0.02', ['50%'], '= 0.02\u00a0BTC (40%)'])
  fireEvent.click(screen.getByRole('button', { name: '100%' }))
  expect([field().value, pressed(), hint()]).toEqual(['0.05', ['100%'], ''])
})
