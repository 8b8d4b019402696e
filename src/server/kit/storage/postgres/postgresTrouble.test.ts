import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { postgresStartError } from '../address.ts'
import { isRefusedWrite } from '../connectionErrors.ts'
import { watchPostgresTrouble } from './postgresTrouble.ts'
import { createTrouble } from '../trouble.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const errorOf = (code: string): Error => Object.assign(new Error('could not extend file'), { code })

it('a full disk is a trouble until a write succeeds, and is reported once', async () => {
  const trouble = createTrouble()
  const changes = vi.fn<(kind: string | null) => void>()
  trouble.onChange((kind) => changes(kind))
  const write = vi.fn<() => Promise<void>>().mockRejectedValue(errorOf('53100'))
  const watch = watchPostgresTrouble(trouble, write, 100)

  for (let time = 0; time < 3; time++) watch.failed(errorOf('53100'))
  await vi.advanceTimersByTimeAsync(350)
  expect(write).toHaveBeenCalledTimes(3)
  expect(trouble.current()).toBe('full')
  write.mockResolvedValue()
  await vi.advanceTimersByTimeAsync(1000)
  expect(write).toHaveBeenCalledTimes(4)
  expect(changes.mock.calls).toEqual([['full'], [null]])
})

it.each([
  ['23505', null, false],
  ['53100', 'full', true],
  ['58030', 'failing', true],
  ['XX001', 'damaged', true],
])('code %s is the trouble %s', (code, kind, refused) => {
  const trouble = createTrouble()
  const watch = watchPostgresTrouble(trouble, () => Promise.resolve())
  watch.failed(errorOf(code))
  watch.stop()
  expect(trouble.current()).toBe(kind)
  expect(isRefusedWrite(errorOf(code))).toBe(refused)
})

it('a start on a full disk ends with what to do', () => {
  expect((postgresStartError('postgres://bank@db:5432/bank', errorOf('53100')) as Error).message).toBe(
    'The disk is full, says PostgreSQL at db:5432: could not extend file (53100). Free space and start again: the data is unchanged.',
  )
})

it('nothing is tried after the end, also when a try was in progress', async () => {
  let fail: (error: Error) => void = () => undefined
  const write = vi.fn<() => Promise<void>>(() => new Promise((_, reject) => void (fail = reject)))
  const watch = watchPostgresTrouble(createTrouble(), write, 100)
  watch.failed(errorOf('53100'))
  await vi.advanceTimersByTimeAsync(100)
  watch.stop()
  fail(errorOf('53100'))
  await vi.advanceTimersByTimeAsync(1000)
  expect(write).toHaveBeenCalledTimes(1)
})
