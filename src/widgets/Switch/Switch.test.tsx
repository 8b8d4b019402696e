// @vitest-environment jsdom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import Switch from './Switch.tsx'

const found = () => screen.getByRole('switch', { name: 'Alerts' })

it('asks for the other state', async () => {
  const onChange = vi.fn()
  render(<Switch label="Alerts" hint="By message" onChange={onChange} />)
  expect(found().getAttribute('aria-checked')).toBe('false')
  expect(screen.getByRole('switch', { description: 'By message' })).toBe(found())
  await act(async () => void fireEvent.click(found()))
  expect(onChange.mock.calls).toEqual([[{ value: true }]])
})

it('shows the state asked for while that is under way, and the true one after', async () => {
  let finish: (() => void) | undefined
  render(<Switch label="Alerts" onChange={() => new Promise<void>((resolve) => (finish = resolve))} />)
  fireEvent.click(found())
  expect(found().getAttribute('aria-checked')).toBe('true')
  expect(found().getAttribute('aria-busy')).toBe('true')
  await act(async () => finish?.())
  expect(found().getAttribute('aria-checked')).toBe('false')
})
