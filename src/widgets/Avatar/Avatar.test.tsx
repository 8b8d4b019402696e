// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import Avatar from './Avatar.tsx'

it.each([
  ['Ada Lovelace', 'AL'],
  ['alan.turing@example.com', 'AC'],
  ['محمد', 'م'],
  ['', '?'],
  ['👩‍🚀 Sally', '👩S'],
])('%j has the letters %s', (name, letters) => {
  const { container } = render(<Avatar name={name} />)
  expect(container.textContent).toBe(letters)
})

it('shows the picture, and the letters when it fails', () => {
  const { container } = render(<Avatar name="Grace Hopper" image="/grace.png" />)
  const picture = container.querySelector('img')
  expect(picture?.getAttribute('src')).toBe('/grace.png')
  if (picture) fireEvent.error(picture)
  expect(screen.getByRole('img', { name: 'Grace Hopper' }).textContent).toBe('GH')
})
