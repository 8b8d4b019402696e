import * as library from '@testing-library/react'
import type { ComponentType, ReactNode } from 'react'
import { ClientProvider } from '../../src/engine/state/client/context.ts'
import { client } from './client.ts'

export * from '@testing-library/react'

type Wrapper = ComponentType<{ children: ReactNode }>

/** The wrapper inside of the client of tests. */
const within =
  (Inner?: Wrapper): Wrapper =>
  ({ children }) => <ClientProvider value={client}>{Inner ? <Inner>{children}</Inner> : children}</ClientProvider>

/** As the library's, inside of the client of tests. */
export const render = (ui: ReactNode, { wrapper, ...options }: library.RenderOptions = {}): library.RenderResult =>
  library.render(ui, { ...options, wrapper: within(wrapper as Wrapper | undefined) })

/** As the library's, inside of the client of tests. */
export const renderHook = <Result, Props>(
  hook: (props: Props) => Result,
  { wrapper, ...options }: library.RenderHookOptions<Props> = {},
): library.RenderHookResult<Result, Props> =>
  library.renderHook(hook, { ...options, wrapper: within(wrapper as Wrapper | undefined) })
