// @vitest-environment jsdom
import { act, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import { eagerIcons } from '../../../generated/icons/eager.ts'
import { lazyIcons } from '../../../generated/icons/lazy.ts'
import Icon from './Icon.tsx'

it('draws an icon of the second chunk once loaded, and keeps its place until then', async () => {
  // Another file of this worker may have loaded the chunk.
  vi.resetModules()
  const { default: FreshIcon } = await import('./Icon.tsx')
  const { container } = render(<FreshIcon name="credit-card" size="lg" label="Savings" />)
  const placeholder = container.firstElementChild as HTMLElement
  expect([placeholder.tagName, placeholder.style.inlineSize]).toEqual(['SPAN', '28px'])
  expect((await screen.findByRole('img', { name: 'Savings' })).getAttribute('class')).toContain('credit-card')
})

it('is decoration without a label and an image with one', () => {
  const { container, rerender } = render(<Icon name="bell" />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  rerender(<Icon name="bell" label="Notifications" />)
  expect(screen.getByRole('img', { name: 'Notifications' })).toBeDefined()
})

it('mirrors what points along the line and nothing else', async () => {
  await import('./Glyph.lazy.tsx')
  const drawn = Object.keys({ ...eagerIcons, ...lazyIcons }).map((name) => ({ name, ...render(<Icon name={name} />) }))
  await act(async () => {})
  const mirrored = drawn.filter(({ container }) => container.innerHTML.includes('mirrored')).map(({ name }) => name)
  expect(mirrored).toEqual(
    expect.arrayContaining([
      'arrow-left',
      'arrow-right',
      'arrow-up-right',
      'chevron-left',
      'chevron-right',
      'external-link',
      'list',
      'log-in',
      'log-out',
    ]),
  )
  expect(mirrored.filter((name) => /^(chart|trending|clock|check|search)/.test(name))).toEqual([])
})

it('draws a question mark for a name it does not have, even one of Object’s', async () => {
  for (const name of ['nonsense', 'constructor', '__proto__']) {
    const { container } = render(<Icon name={name} />)
    await act(async () => {})
    expect(container.querySelector('svg')?.getAttribute('class')).toContain('circle-question-mark')
  }
})

it('has every name in one of its chunks only', () => {
  expect(Object.keys(lazyIcons).filter((name) => Object.hasOwn(eagerIcons, name))).toEqual([])
})
