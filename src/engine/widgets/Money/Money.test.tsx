// @vitest-environment jsdom
import { asMoney } from '../../language/values/decimal.ts'
import { render } from '../../../../tests/support/react.tsx'
import { beforeEach, expect, it } from 'vitest'
import Money from './Money.tsx'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() => client.language.apply('en', { 'ui.hiddenAmount': 'Hidden amount', 'ui.noValue': 'Not available' }))

const draw = (element: React.ReactElement) => render(element).container

it('keeps every digit of a decimal beyond binary precision', () => {
  expect(draw(<Money value={asMoney('98765432109876543.12345678')} currency="BTC" />).textContent).toBe(
    '98,765,432,109,876,543.12345678\u00a0BTC',
  )
})

it('rounds cash to cents: balances and gains and losses down, charges up', () => {
  const textOf = (value: string, more: { signed?: boolean; charged?: boolean } = {}) =>
    draw(<Money value={asMoney(value)} currency="USDT" {...more} />).textContent
  expect(textOf('19.839')).toBe('19.83\u00a0USDT')
  expect(textOf('-19.831', { signed: true })).toBe('−19.84\u00a0USDT')
  expect(textOf('0.39662388', { charged: true })).toBe('0.40\u00a0USDT')
  expect(textOf('0.00390000', { charged: true })).toBe('0.0039\u00a0USDT')
})

it('rounds settled results to the nearest cent, and shows one below a cent in full', () => {
  const textOf = (value: string) => draw(<Money value={asMoney(value)} currency="USDT" signed settled />).textContent
  expect(['-11.5024', '22.755', '-0.005', '0.004'].map(textOf)).toEqual([
    '−11.50\u00a0USDT',
    '+22.76\u00a0USDT',
    '−0.005\u00a0USDT',
    '+0.004\u00a0USDT',
  ])
})

it('shows every digit of an exact amount', () => {
  expect(draw(<Money value={asMoney('0.0657534')} currency="USDT" exact signed />).textContent).toBe(
    '+0.0657534\u00a0USDT',
  )
  expect(draw(<Money value={asMoney('7')} currency="USDT" exact />).textContent).toBe('7.00\u00a0USDT')
})

it('has a text for a dash and for dots', () => {
  expect(draw(<Money value={null} currency="USDT" />).textContent).toBe('—Not available')
  const hidden = draw(<Money value={asMoney('1250.5')} currency="USDT" hidden tone="auto" />)
  expect(hidden.textContent).toBe('••••••Hidden amount')
  expect(hidden.innerHTML).not.toMatch(/1,?250|toneUp/)
  expect(hidden.querySelector('[aria-hidden]')?.textContent).toBe('••••••')
})

it('signs and colours gains and losses, and leaves zero alone', () => {
  const gain = draw(<Money value={asMoney('320.55')} signed tone="auto" />)
  expect([gain.textContent, gain.innerHTML.includes('toneUp')]).toEqual(['+320.55', true])
  const loss = draw(<Money value={asMoney('-0.01')} signed tone="auto" />)
  expect([loss.textContent, loss.innerHTML.includes('toneDown')]).toEqual(['−0.01', true])
  const zero = draw(<Money value={asMoney('-0.00')} signed tone="auto" />)
  expect(zero.innerHTML).not.toMatch(/toneUp|toneDown|\+/)
})
