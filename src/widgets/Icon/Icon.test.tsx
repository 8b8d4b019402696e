// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import Icon from './Icon.tsx'
import { icons } from './icons.ts'

it('is decoration without a label and an image with one', () => {
  const { container, rerender } = render(<Icon name="bell" />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  rerender(<Icon name="bell" label="Notifications" />)
  expect(screen.getByRole('img', { name: 'Notifications' })).toBeDefined()
})

it('mirrors what points along the line and nothing else', () => {
  const mirrored = Object.keys(icons).filter((name) => render(<Icon name={name} />).container.innerHTML.includes('mirrored'))
  expect(mirrored).toEqual(expect.arrayContaining(['arrow-left', 'arrow-right', 'arrow-up-right', 'chevron-left', 'chevron-right', 'external-link', 'list', 'log-in', 'log-out']))
  expect(mirrored.filter((name) => /^(chart|trending|clock|check|search)/.test(name))).toEqual([])
})

it('draws a question mark for a name it does not have, even one of Object’s', () => {
  for (const name of ['nonsense', 'constructor', '__proto__']) {
    const { container } = render(<Icon name={name} />)
    expect(container.querySelector('svg')?.getAttribute('class')).toContain('circle-question-mark')
  }
})
