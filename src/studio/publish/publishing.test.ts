import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, ApiError, type Change, type ChangeSet } from '../api.ts'
import type { CompilerClient } from '../compiler/client.ts'
import { createWorkspace, type Workspace } from '../model/workspace.ts'
import { publishShown } from './publishing.ts'

const FILE = 'screens/a.json'
const of = (a: number, b: number): string => `{ "a": ${a}, "b": ${b} }`
const SET: ChangeSet = {
  id: 'set',
  name: 'a set',
  author: 'Ada',
  link: 'link',
  state: 'open',
  revision: null,
  next: null,
  created: 1,
  updated: 1,
}
const row = (text: string, version: number, author = 'Ada'): Change => ({
  path: FILE,
  text,
  base: of(1, 1),
  version,
  author,
  time: 0,
})
const done = { revision: 'two', unchanged: false, foreign: [], next: null }
const publish = () => publishShown(workspace, { note: 'note', urgent: false })
const silent = new Promise<never>(() => {})
let workspace: Workspace

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {}, length: 0 })
  const compiler = { update: () => silent, open: () => silent, schema: () => silent }
  workspace = createWorkspace('Ada', compiler as unknown as CompilerClient)
  const live = { revision: 'one', version: 0 }
  vi.spyOn(api, 'project').mockResolvedValue({ ...live, files: { [FILE]: of(1, 1) } })
  vi.spyOn(api, 'history').mockResolvedValue({ rows: [] })
  vi.spyOn(api, 'changeSets').mockResolvedValue({ live, changeSets: [{ ...SET, files: [] }] })
  vi.spyOn(api, 'changeSet').mockResolvedValue({ ...SET, changes: [row(of(2, 1), 3)] })
  vi.spyOn(api, 'publish').mockResolvedValue(done)
  await workspace.load('set')
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a publication', () => {
  it('names the versions that the page shows', async () => {
    expect(await publish()).toEqual({ published: done })
    const input = { note: 'note', author: 'Ada', urgent: false, versions: { [FILE]: 3 } }
    expect(api.publish).toHaveBeenCalledWith('set', input)
  })

  it('opens the change set with what was saved meanwhile, and says so', async () => {
    vi.mocked(api.publish).mockResolvedValue({ ...done, next: 'next' })
    const load = vi.spyOn(workspace, 'load')
    await publish()
    expect(load).toHaveBeenCalledWith('next')
    expect(workspace.get().message?.text).toContain('What was saved meanwhile is not live')
  })

  it.each<[string, () => Promise<{ version: number }>, RegExp]>([
    ['that was not saved', () => Promise.reject(new ApiError(0, 'no connection')), /not all changes could be saved/],
    [
      'that another author has changed too',
      () => Promise.reject(new ApiError(409, 'conflict', { current: row(of(7, 1), 4, 'Grace') })),
      /another author has changed the same/,
    ],
    [
      'that was joined with that of another author',
      vi
        .fn<() => Promise<{ version: number }>>()
        .mockRejectedValueOnce(new ApiError(409, 'conflict', { current: row(of(2, 5), 4, 'Grace') }))
        .mockResolvedValue({ version: 5 }),
      /became others while they were saved/,
    ],
  ])('does not go live with a text %s', async (_name, save, words) => {
    vi.spyOn(api, 'save').mockImplementation(save)
    workspace.edit('Mine', { [FILE]: of(3, 1) })
    expect(await publish()).toEqual({ stopped: expect.stringMatching(words) as string })
    expect(api.publish).not.toHaveBeenCalled()
  })

  it('that is refused since others have saved shows what they have', async () => {
    const changes = [row(of(2, 5), 4, 'Grace')]
    vi.mocked(api.publish).mockRejectedValue(new ApiError(409, 'Nothing was published.', { changes }))
    expect(await publish()).toEqual({ stopped: 'Nothing was published.' })
    expect(workspace.get().files[FILE]).toBe(of(2, 5))
    expect(workspace.saver.versions()).toEqual({ [FILE]: 4 })
  })

  it.each<[string, string, RegExp]>([
    ['joined, where it is another place', of(1, 5), /^Joined with what was published/],
    ['asked about, where it is the same place', of(5, 1), /^$/],
    ['taken over, where it is the same text', of(2, 1), /are taken over/],
  ])('of an older published text is %s', async (_name, theirs, words) => {
    vi.mocked(api.project).mockResolvedValue({ revision: 'two', version: 0, files: { [FILE]: theirs } })
    vi.mocked(api.publish).mockRejectedValue(new ApiError(409, 'Other changes', { conflicts: [{ path: FILE }] }))
    expect(await publish()).toEqual({ stopped: expect.stringMatching(words) as string })
  })

  it('that the server refuses for another reason throws', async () => {
    vi.mocked(api.publish).mockRejectedValue(new ApiError(422, 'The files do not pass check.'))
    await expect(publish()).rejects.toThrow('do not pass')
  })
})
