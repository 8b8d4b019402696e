// @vitest-environment jsdom
import { act, cleanup, render, screen } from '../../../../tests/support/react.tsx'
import { expect, it, vi } from 'vitest'
import { NodeErrorBoundary } from '../boundary.tsx'
import type { View } from '../host.ts'
import { lazyComponent, lazyComponentLoaders } from './lazyComponent.ts'

const word = { default: ({ text }: { text: string }) => <b>{text}</b> }

it('shows a placeholder until its code is loaded, then renders in the first render', async () => {
  const load = vi.fn(() => Promise.resolve(word))
  const Word = lazyComponent(load)
  const { rerender } = render(<Word text="one" fallback={<i>soon</i>} />)
  expect(screen.getByText('soon')).toBeDefined()
  await act(async () => {})
  expect(screen.getByText('one')).toBeDefined()
  rerender(<Word text="two" />)
  expect(screen.getByText('two')).toBeDefined()
  cleanup()
  render(<Word text="three" fallback={<i>soon</i>} />)
  expect(screen.getByText('three')).toBeDefined()
  expect(load).toHaveBeenCalledTimes(1)
})

it('can be preloaded before its first render', async () => {
  const Word = lazyComponent(() => Promise.resolve(word))
  for (const load of lazyComponentLoaders()) await load()
  render(<Word text="one" />)
  expect(screen.getByText('one')).toBeDefined()
})

it('passes a load error to the boundary around it, and retries on the next render', async () => {
  const load = vi.fn<() => Promise<typeof word>>(() => Promise.reject(new Error('no line')))
  const Word = lazyComponent(load)
  const report = vi.fn()
  const view = { host: { report, placeholders: { broken: () => <p>broken</p> } } } as unknown as View
  const draw = () => (
    <NodeErrorBoundary at="here" widget="Word" view={view} scope={null}>
      <Word text="one" />
    </NodeErrorBoundary>
  )
  vi.mocked(console.error).mockImplementation(() => undefined)
  render(draw())
  expect(await screen.findByText('broken')).toBeDefined()
  expect(report).toHaveBeenCalledWith(new Error('no line'), 'here')
  cleanup()
  load.mockResolvedValue(word)
  render(draw())
  expect(await screen.findByText('one')).toBeDefined()
})
