// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Node } from '../../language/expressions/program.ts'
import { useView } from '../host.ts'
import type { Widget } from '../plan.ts'
import { NodesView } from '../ScreenView.tsx'
import { renderNodes } from '../../../../tests/support/renderNodes.tsx'
import { awaitedWidgets } from './deferredWidgets.ts'

const node = (widget: string, more: Partial<Node> = {}): Node => ({ widget, sourcePath: widget, ...more })
const loaderOf = (awaited: ReadonlySet<string>, load: () => Promise<void>) => ({
  isAwaited: (name: string) => awaited.has(name),
  load: vi.fn<(names: readonly string[]) => Promise<void>>(load),
})

describe('awaitedWidgets', () => {
  const loader = loaderOf(new Set(['Later', 'Other']), () => Promise.resolve())

  it('names the widgets in slots, in placeholders and of fallbacks, each once', () => {
    const nodes = [
      node('Box', { slots: { children: [node('Later'), node('Later')] } }),
      node('Box', { loading: [node('Other')], fallback: node('Later') }),
    ]
    expect(awaitedWidgets(nodes, loader)).toEqual(['Later', 'Other'])
  })

  it('leaves out what a handler would open', () => {
    const steps = [{ action: 'sheet', slots: { body: [node('Later')] }, sourcePath: 'x' }]
    expect(awaitedWidgets([node('Box', { on: { press: steps } })], loader)).toEqual([])
  })

  it('is empty where the host has all widgets', () => {
    expect(awaitedWidgets([node('Later')], undefined)).toEqual([])
  })
})

describe('nodes of an action', () => {
  class Catch extends Component<{ children: ReactNode }, { message: string | null }> {
    override state: { message: string | null } = { message: null }
    static getDerivedStateFromError = (error: Error) => ({ message: error.message })
    override render(): ReactNode {
      return this.state.message ?? this.props.children
    }
  }
  const NODES = [node('Later')]
  const Sheet: Widget = () => (
    <Catch>
      <NodesView nodes={NODES} scope={null} view={useView()} at="sheet" />
    </Catch>
  )

  it('show the placeholder until the code of their widgets is loaded', async () => {
    const awaited = new Set(['Later'])
    const widgets: Record<string, Widget> = { Sheet }
    let finish = (): void => undefined
    const widgetLoader = loaderOf(awaited, () => new Promise((resolve) => (finish = resolve)))
    renderNodes([node('Sheet')], { widgets, widgetLoader })
    expect(screen.getByText('Loading')).toBeTruthy()
    expect(widgetLoader.load).toHaveBeenCalledWith(['Later'])
    awaited.delete('Later')
    widgets.Later = () => <p>drawn</p>
    await act(async () => finish())
    expect(screen.getByText('drawn')).toBeTruthy()
    expect(screen.queryByText('Loading')).toBeNull()
  })

  it('fail when the code cannot be loaded', async () => {
    const widgetLoader = loaderOf(new Set(['Later']), () => Promise.reject(new Error('no chunk')))
    renderNodes([node('Sheet')], { widgets: { Sheet }, widgetLoader })
    expect(await screen.findByText('no chunk')).toBeTruthy()
  })
})
