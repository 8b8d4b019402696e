// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import Switch from './Switch.tsx'

const switchElement = () => screen.getByRole('switch', { name: 'Alerts' })

it('asks for the other state', async () => {
  const onChange = vi.fn()
  render(<Switch label="Alerts" hint="By message" onChange={onChange} />)
  expect(switchElement().getAttribute('aria-checked')).toBe('false')
  expect(screen.getByRole('switch', { description: 'By message' })).toBe(switchElement())
  await act(async () => void fireEvent.click(switchElement()))
  expect(onChange.mock.calls).toEqual([[{ value: true }]])
})

it('shows the state asked for while that is under way, and the true one after', async () => {
  let finish: (() => void) | undefined
  render(<Switch label="Alerts" onChange={() => new Promise<void>((resolve) => (finish = resolve))} />)
  fireEvent.click(switchElement())
  expect(switchElement().getAttribute('aria-checked')).toBe('true')
  expect(switchElement().getAttribute('aria-busy')).toBe('true')
  await act(async () => finish?.())
  expect(switchElement().getAttribute('aria-checked')).toBe('false')
})
