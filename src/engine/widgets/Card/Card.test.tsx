// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import Card from './Card.tsx'

it('is no control without a press handler', () => {
  render(<Card>Margin</Card>)
  expect(screen.queryByRole('button')).toBeNull()
})

it('is one button, and a control inside keeps its own press', async () => {
  const onPress = vi.fn()
  const onStar = vi.fn()
  render(
    <Card onPress={onPress}>
      Interest treasure
      <button type="button" onClick={onStar}>
        star
      </button>
    </Card>,
  )
  const cover = screen.getByRole('button', { name: /^Interest treasure/ })
  expect(cover.querySelector('button')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'star' }))
  expect(onStar).toHaveBeenCalledOnce()
  expect(onPress).not.toHaveBeenCalled()
  cover.focus()
  await userEvent.keyboard('{Enter}')
  expect(onPress).toHaveBeenCalledOnce()
})

it('is a named group without a press handler', () => {
  render(
    <>
      <Card label="Buy BTC/USDT">1.20 USDT</Card>
      <Card>Margin</Card>
    </>,
  )
  expect(screen.getAllByRole('group').map((card) => [card.getAttribute('aria-label'), card.textContent])).toEqual([
    ['Buy BTC/USDT', '1.20 USDT'],
  ])
})

it('is named by its label when it has one', () => {
  render(
    <Card onPress={() => {}} label="Open the treasure">
      7.2 %
    </Card>,
  )
  expect(screen.getByRole('button').getAttribute('aria-label')).toBe('Open the treasure')
})
