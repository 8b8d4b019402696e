// @vitest-environment jsdom
import { asDecimal } from '../../language/values/decimal.ts'
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import Keypad from './Keypad.tsx'
import { completeDecimal, pressKey, shareOf, normalizeTyped, type Key } from './keys.ts'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() =>
  client.language.apply('en', {
    'keypad.max': 'Max',
    'keypad.delete': 'Delete',
    'keypad.separator': 'Separator',
    'keypad.done': 'Done',
  }),
)

function Typed({ start = '', ...rest }: { start?: string } & Partial<Parameters<typeof Keypad>[0]>) {
  const [value, setValue] = useState(start)
  return (
    <>
      <output>{value}</output>
      <Keypad {...rest} value={value} onChange={(event) => setValue(event.value)} />
    </>
  )
}
const value = () => screen.getByRole('status').textContent
const press = (...names: string[]) => names.forEach((name) => fireEvent.click(screen.getByRole('button', { name })))

it('types an amount within the digits allowed', () => {
  render(<Typed decimals={2} />)
  press('1', '2', 'Separator', '3', '4', '5')
  expect(value()).toBe('12.34')
  press('Separator')
  expect(value()).toBe('12.34')
  press('Delete', 'Delete', 'Delete')
  expect(value()).toBe('12')
})

it('follows a keyboard too', () => {
  render(<Typed start="1" />)
  const key = screen.getByRole('button', { name: '5' })
  for (const name of ['5', ',', '2', 'Backspace', 'a']) fireEvent.keyDown(key, { key: name })
  expect(value()).toBe('15.')
})

it('offers shares of the maximum, never rounded up', () => {
  render(<Typed maximum={asDecimal('10.01')} />)
  press('75%')
  expect(value()).toBe('7.5')
  press('Max')
  expect(value()).toBe('10.01')
})

it('offers no shares without a maximum and no separator for whole numbers', () => {
  render(<Typed decimals={0} />)
  expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Separator' })).toBeNull()
})

it('shows the decimal mark of the language', () => {
  client.language.apply('de', { 'keypad.separator': 'Komma' })
  render(<Typed />)
  expect(screen.getByRole('button', { name: 'Komma' }).textContent).toBe(',')
})

it('reports done', () => {
  const onDone = vi.fn()
  render(<Keypad onDone={onDone} />)
  press('Done')
  expect(onDone).toHaveBeenCalledTimes(1)
})

it.each<[string, number, Key, number, string, number]>([
  ['', 0, '.', 2, '0.', 2],
  ['', 0, '0', 2, '0', 1],
  ['0', 1, '7', 2, '7', 1],
  ['1234', 1, '9', 2, '19234', 2],
  ['12.34', 5, '5', 2, '12.34', 5],
  ['12.34', 2, 'delete', 2, '1.34', 1],
  ['1', 0, 'delete', 2, '1', 0],
  ['123456789012345678901234', 24, '5', 2, '123456789012345678901234', 24],
])('%s at %i, key %s with %i decimals: %s at %i', (before, caret, key, decimals, after, caretAfter) => {
  expect(pressKey({ value: before, caret }, key, decimals)).toEqual({ value: after, caret: caretAfter })
})

it('keeps decimals exact and plain', () => {
  expect(normalizeTyped('007.10', 2)).toBe('7.10')
  expect(normalizeTyped('1e5', 2)).toBeNull()
  expect(normalizeTyped('-1', 2)).toBeNull()
  expect(completeDecimal('12.')).toBe('12')
  expect(shareOf('0.3', 25, 8)).toBe('0.075')
  expect(shareOf('0.999', 100, 2)).toBe('0.99')
  expect(shareOf('-5', 50, 2)).toBe('0')
})
