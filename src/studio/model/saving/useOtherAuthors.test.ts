// @vitest-environment jsdom
import { act, renderHook } from '../../../../tests/support/react.tsx'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { api, ApiError, UNREACHABLE, type ChangeSet } from '../../api.ts'
import type { CompilerClient } from '../../compiler/client.ts'
import { changedElsewhere, useOtherAuthors } from './useOtherAuthors.ts'
import { createWorkspace } from '../workspace.ts'

it('says who changes a file in another open change set', () => {
  const set = (id: string, state: 'open' | 'published', author: string) => ({
    id,
    name: `Set ${id}`,
    state,
    files: [{ path: 'screens/a.json', author }],
  })
  expect(
    changedElsewhere(
      [set('own', 'open', 'Omar'), set('1', 'open', 'Omar'), set('2', 'published', 'Nora'), set('3', 'open', 'Mina')],
      'own',
      'Mina',
    ),
  ).toEqual({ 'screens/a.json': 'Omar, in “Set 1”' })
})

describe('a page', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const SET: ChangeSet = {
    id: 'set',
    name: 'a set',
    author: 'Ada',
    link: 'link',
    state: 'open',
    revision: 'one',
    next: null,
    created: 1,
    updated: 1,
  }

  function open() {
    vi.useFakeTimers()
    const workspace = createWorkspace('Ada', {} as unknown as CompilerClient)
    workspace.set({ changeSet: SET, revision: 'one' })
    const live = { revision: 'one', version: 0 }
    vi.spyOn(api, 'changeSets').mockResolvedValue({ live, changeSets: [] })
    const look = vi.spyOn(api, 'look').mockResolvedValue({ ...SET, changes: [], others: [], live })
    renderHook(() => useOtherAuthors(workspace))
    return { workspace, look }
  }
  const becomeVisible = (): Promise<void> =>
    act(async () => {
      document.dispatchEvent(new Event('visibilitychange'))
      await vi.advanceTimersByTimeAsync(0)
    })

  it('that becomes visible reads at once what others have changed', async () => {
    const { look } = open()
    expect(look).not.toHaveBeenCalled()
    await becomeVisible()
    expect(look).toHaveBeenCalledTimes(1)
  })

  it('takes the notice away that the server cannot be reached, once it answers', async () => {
    const { workspace } = open()
    await becomeVisible()
    workspace.notify(UNREACHABLE, 'error')
    vi.spyOn(api, 'changeSets').mockRejectedValueOnce(new ApiError(0, UNREACHABLE))
    await becomeVisible()
    expect(workspace.get().message?.text).toBe(UNREACHABLE)
    await becomeVisible()
    expect(workspace.get().message).toBeNull()
  })

  it('sends no other read before the last one is answered', async () => {
    const { look } = open()
    look.mockReturnValue(new Promise(() => {}))
    await becomeVisible()
    await becomeVisible()
    expect(look).toHaveBeenCalledTimes(1)
  })

  it('opens what was saved while its change set was published', async () => {
    const { workspace, look } = open()
    const live = { revision: 'two', version: 0 }
    look.mockResolvedValue({ ...SET, state: 'published', next: 'next', changes: [], others: [], live })
    vi.spyOn(api, 'history').mockResolvedValue({ rows: [] })
    const leave = vi.spyOn(workspace, 'leave').mockResolvedValue()
    await becomeVisible()
    expect(leave).toHaveBeenCalledWith(expect.stringContaining('What was saved meanwhile is not live'), 'next')
  })
})
