// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { CompilerClient } from '../compiler/client.ts'
import { WorkspaceProvider } from '../model/context.tsx'
import { createWorkspace, type Workspace } from '../model/workspace.ts'
import { RuleList } from './RuleList.tsx'
import { rulesOf } from './rules.ts'

const FILE = 'schemas/forms/a.json'
const FORM = `{
  "schema": { "type": "object", "properties": { "amount": { "type": "string", "format": "decimal" } } },
  "rules": [{ "check": "=amount > decimal('7')", "field": "amount", "message": "a.more" }]
}`

let workspace: Workspace
beforeEach(() => {
  vi.useFakeTimers()
  const silent = { update: () => new Promise(() => {}) }
  workspace = createWorkspace('Ada', silent as unknown as CompilerClient)
  workspace.set({ files: { [FILE]: FORM, 'locales/en.json': '{ "a.more": "More" }' } })
  render(
    <WorkspaceProvider value={workspace}>
      <RuleList file={FILE} />
    </WorkspaceProvider>,
  )
})
afterEach(() => vi.useRealTimers())

const input = (): HTMLInputElement => screen.getByLabelText('Value')
const checks = (): string[] => rulesOf(workspace.get().files[FILE] ?? '').map(({ check }) => check)

it('a number that is being typed stays as it is typed, and is written when the field is left', () => {
  fireEvent.change(input(), { target: { value: '1,' } })
  expect(input().value).toBe('1,')
  fireEvent.change(input(), { target: { value: '1,5' } })
  expect(input().value).toBe('1,5')
  expect(checks()).toEqual(["=amount > decimal('7')"])
  fireEvent.blur(input())
  expect(checks()).toEqual(["=amount > decimal('1.5')"])
  expect(input().value).toBe('1.5')
})

it.each([
  ['1,000', /1000 or 1:/],
  ['', /7 stays until then/],
])('the rule keeps its number while %j is typed, and says so', (typed, hint) => {
  fireEvent.change(input(), { target: { value: typed } })
  expect(input().value).toBe(typed)
  expect(screen.getByText(hint).id).toBe(input().getAttribute('aria-describedby'))
  expect(checks()).toEqual(["=amount > decimal('7')"])
})
