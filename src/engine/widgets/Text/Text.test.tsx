// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Text from './Text.tsx'

it('is a paragraph, or a heading of the level asked for', () => {
  const { rerender, container } = render(<Text text="Deposit" />)
  expect(container.firstElementChild?.tagName).toBe('P')
  rerender(<Text text="Deposit" level={2} variant="title" />)
  expect(screen.getByRole('heading', { level: 2, name: 'Deposit' }).className).toContain('title')
})

it('is a polite live region with the live prop', () => {
  render(<Text text="Connecting" live />)
  expect(screen.getByRole('status').textContent).toBe('Connecting')
})

it('draws words as words', () => {
  const { container } = render(<Text text={'<img src=x onerror="alert(1)">'} />)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('<img src=x onerror="alert(1)">')
})

it('cuts after its lines and takes the direction of its words', () => {
  const { container } = render(<Text text="تداول" lines={2} tone="gold" weight="bold" />)
  const text = container.firstElementChild as HTMLElement
  expect(text.style.webkitLineClamp).toBe('2')
  expect(text.dir).toBe('auto')
  expect(text.className).toContain('toneGold')
})
