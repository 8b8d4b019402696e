// @vitest-environment jsdom
import { render, screen } from '../../../tests/support/react.tsx'
import type { ReactElement } from 'react'
import { expect, it, vi } from 'vitest'
import { projectFiles } from '../../../tests/support/project.ts'
import { api } from '../api.ts'
import type { CompilerClient } from '../compiler/client.ts'
import { WorkspaceProvider } from '../model/context.tsx'
import { createWorkspace } from '../model/workspace.ts'
import { ServerSays } from './ServerSays.tsx'

type Reply = Awaited<ReturnType<typeof api.checkForm>>

it('says that the server is asked until it has answered for the values as they are now', async () => {
  const files = Object.fromEntries(projectFiles)
  const compiler = { form: () => Promise.resolve({}) } as unknown as CompilerClient
  const workspace = createWorkspace('Ada', compiler)
  workspace.set({ files, published: files })
  const answers: ((reply: Reply) => void)[] = []
  vi.spyOn(api, 'checkForm').mockImplementation(() => new Promise((resolve) => answers.push(resolve)))
  const shown = (amount: string): ReactElement => (
    <WorkspaceProvider value={workspace}>
      <ServerSays id="transfer" values={VALUES[amount] ?? {}} of="the sample data above" />
    </WorkspaceProvider>
  )
  const { rerender } = render(shown('1'))
  const verdict = (): string => screen.getByRole('listitem').querySelector('p')?.textContent ?? ''
  expect(verdict()).toMatch(/asking the server …$/)
  await vi.waitUntil(() => answers.length === 1, WAIT)
  answers[0]?.({ calls: [{ call: 'wallet/transfer', refusal: null }] })
  await screen.findByText(/accepts it\.$/)
  expect(screen.getByRole('list').ariaBusy).toBe('false')
  rerender(shown('2'))
  expect(verdict()).toMatch(/asking the server …$/)
  expect(screen.getByRole('list').ariaBusy).toBe('true')
  await vi.waitUntil(() => answers.length === 2, WAIT)
  answers[1]?.({ calls: [{ call: 'wallet/transfer', refusal: { code: 'missingParameter', params: { name: 'to' } } }] })
  await screen.findByText(/refuses it:$/)
})

const WAIT = { timeout: 60_000 }
/** One object for each: a form's values are compared by identity. */
const VALUES: Readonly<Record<string, { amount: string }>> = { 1: { amount: '1' }, 2: { amount: '2' } }
