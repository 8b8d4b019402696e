// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Image from './Image.tsx'

it('is as wide as a thumbnail at the start of a row', () => {
  const { container } = render(<Image src="/picture.svg" alt={null} ratio="1:1" thumbnail />)
  expect(container.firstElementChild?.className).toContain('thumbnail')
})

it('keeps its place and loads late, or at once when it is in the first window', () => {
  const { container, rerender } = render(<Image src="/a.png" alt="A chart" ratio="3:2" />)
  const picture = screen.getByRole('img', { name: 'A chart' })
  expect(picture.getAttribute('loading')).toBe('lazy')
  expect((container.firstElementChild as HTMLElement).style.aspectRatio).toBe('3 / 2')
  rerender(<Image src="/a.png" alt="A chart" eager />)
  expect(screen.getByRole('img').getAttribute('loading')).toBe('eager')
})

it('shows its glyph when the picture fails, keeps the name, and tries the next address', () => {
  const { container, rerender } = render(<Image src="/gone.png" alt="A chart" />)
  fireEvent.error(screen.getByRole('img'))
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('img', { name: 'A chart' })).toBeDefined()
  rerender(<Image src="/b.png" alt="A chart" />)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('/b.png')
})

it('is decoration without a text', async () => {
  const { container } = render(<Image src={null} />)
  expect(screen.queryByRole('img')).toBeNull()
  await waitFor(() => expect(container.querySelector('svg')).not.toBeNull())
})

it.each(['mailto:a@b.co', 'tel:+442012345678', 'javascript:alert(1)', '//host/x.png', 'data:image/png;base64,x'])(
  'takes %s for no picture',
  (src) => {
    const { container } = render(<Image src={src} alt="Chart" />)
    expect(container.querySelector('img')).toBeNull()
  },
)
