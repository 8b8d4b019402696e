import { expect, it, vi } from 'vitest'
import { eventually } from '../../../tests/support/eventually.ts'
import { api, ApiError } from '../api.ts'
import type { IsolatedContent } from '../compiler/protocol.ts'
import { RETRY_AFTER_MS } from '../model/saving/saver.ts'
import type { Workspace } from '../model/workspace.ts'
import { DraftSaver, type SavedDraft } from './draftSaver.ts'

const FORM: IsolatedContent = { id: 'transfer', values: {} }
const WIDGET: IsolatedContent = { widget: 'Button', stories: [] }

/** A saver whose requests the test answers, with what was sent, saved and said. */
function saving() {
  const sent: unknown[] = []
  const saved: SavedDraft[] = []
  const said: string[] = []
  const dismissed: string[] = []
  const failures: string[] = []
  const requests: { resolve: (reply: { revision: null }) => void; reject: (error: Error) => void }[] = []
  vi.spyOn(api, 'preview').mockImplementation((_set, content) => {
    sent.push((content as { isolated: unknown }).isolated)
    return new Promise((resolve, reject) => requests.push({ resolve, reject }))
  })
  const saver = new DraftSaver({
    saver: { changeSet: () => Promise.resolve({ id: 'set', link: 'link' }) },
    compiler: {
      preview: (_open: readonly string[], isolated?: IsolatedContent) =>
        Promise.resolve({ isolated, routes: { '/new': 'hash', '/gone': null } }),
    },
    get: () => ({ open: 'screens/a.json' }),
    notify: (text: string) => said.push(text),
    dismiss: (text: string) => dismissed.push(text),
  } as unknown as Workspace)
  saver.watch((outcome) => ('saved' in outcome ? saved.push(outcome.saved) : failures.push(outcome.failure)))
  /** Answers the request with this number, once it has been sent. */
  const answer = async (index: number, error?: Error): Promise<void> => {
    await eventually(() => expect(requests.length).toBe(index + 1))
    if (error) requests[index]?.reject(error)
    else requests[index]?.resolve({ revision: null })
  }
  return { saver, sent, saved, said, dismissed, failures, answer }
}

it('sends one version of the draft at a time', async () => {
  const { saver, sent, saved, answer } = saving()
  const first = saver.save()
  await eventually(() => expect(sent.length).toBe(1))
  await saver.save()
  await saver.save()
  expect([sent.length, saved.length]).toEqual([1, 0])
  await answer(0)
  await answer(1)
  await first
  expect([sent.length, saved.length]).toEqual([2, 2])
})

it('sends what was shown last after the version that was on its way', async () => {
  const { saver, sent, saved, answer } = saving()
  const stopForm = saver.show(FORM)
  const first = saver.save()
  await eventually(() => expect(sent.length).toBe(1))
  const stopWidget = saver.show(WIDGET)
  // The frame before it is gone: what has replaced it stays.
  stopForm()
  await saver.save()
  await answer(0)
  await answer(1)
  await first
  expect(sent).toEqual([FORM, WIDGET])
  expect(saved.map(({ isolated }) => isolated)).toEqual([FORM, WIDGET])
  stopWidget()
  const last = saver.save()
  await answer(2)
  await last
  expect(sent[2]).toBeUndefined()
})

it('names the screens that the draft has in a version of its own', async () => {
  const { saver, saved, answer } = saving()
  const done = saver.save()
  await answer(0)
  await done
  expect(saved).toEqual([{ changeSet: 'set', link: 'link', routes: new Set(['/new']), isolated: undefined }])
})

it('says why a version could not be saved, until the next one is saved', async () => {
  const { saver, saved, said, dismissed, answer } = saving()
  const first = saver.save()
  await answer(0, new ApiError(0, 'The server cannot be reached.'))
  await first
  expect([said, dismissed, saved.length]).toEqual([['The server cannot be reached.'], [], 0])
  const second = saver.save()
  await answer(1)
  await second
  expect([dismissed, saved.length]).toEqual([said, 1])
})

it('saves a version that was asked for while another one failed', async () => {
  const { saver, sent, saved, said, answer } = saving()
  const first = saver.save()
  await eventually(() => expect(sent.length).toBe(1))
  await saver.save()
  await answer(0, new Error('broken'))
  await answer(1)
  await first
  expect([said, saved.length]).toEqual([['broken'], 1])
})

it('tries again while the server cannot be reached, and says so once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const { saver, saved, said, failures, answer } = saving()
    const away = new ApiError(0, 'The server cannot be reached.')
    const first = saver.save()
    await answer(0, away)
    await first
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS)
    await answer(1, away)
    await vi.advanceTimersByTimeAsync(RETRY_AFTER_MS)
    await answer(2)
    await vi.waitFor(() => expect(saved.length).toBe(1))
    expect([said, failures]).toEqual([[away.message], [away.message, away.message]])
    // Saved: not sent again. A version that is refused is not sent again either.
    const refused = saver.save()
    await answer(3, new ApiError(404, 'This change set is gone.'))
    await refused
    expect(vi.getTimerCount()).toBe(0)
    expect(said).toEqual([away.message, 'This change set is gone.'])
  } finally {
    vi.useRealTimers()
  }
})
