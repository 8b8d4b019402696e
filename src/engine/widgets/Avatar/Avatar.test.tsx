// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Avatar from './Avatar.tsx'

it.each([
  ['Ada Lovelace', 'AL'],
  ['alan.turing@example.com', 'AT'],
  ['nina@example.org', 'N'],
  ['@', '?'],
  ['محمد', 'م'],
  ['', '?'],
  ['👩‍🚀 Sally', '👩‍🚀S'],
  ['👍🏽 🇩🇪', '👍🏽🇩🇪'],
  ['e\u0301mile zola', 'ÉZ'],
])('%j has the letters %s', (name, letters) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.querySelector('[aria-hidden]')?.textContent).toBe(letters)
  expect(container.textContent).toBe(letters + name)
})

it('shows no letters of a phone number', () => {
  const { container } = render(<Avatar name="+49 15112345678" />)
  expect(container.querySelector('svg')).not.toBeNull()
  expect(container.textContent).toBe('+49 15112345678')
})

it('shows the picture, and the letters when it fails', () => {
  const { container } = render(<Avatar name="Grace Hopper" image="/grace.png" />)
  const picture = screen.getByRole('img', { name: 'Grace Hopper' })
  expect(picture.getAttribute('src')).toBe('/grace.png')
  fireEvent.error(picture)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toBe('GHGrace Hopper')
})

it('shows letters where the address is no picture', () => {
  const { container } = render(<Avatar name="Ann Lee" image="mailto:ann@example.com" />)
  expect(container.querySelector('img')).toBeNull()
  expect(container.textContent).toContain('AL')
})
