import type { ChildProcess } from 'node:child_process'
import { forkProgram } from '../../forkProgram.ts'
import type { TroubleRecord } from '../trouble.ts'

const DAY_MS = 86_400_000

/**
 * Checks an SQLite file at once and then daily, in a separate process, and records its damage. Returns the function
 * that ends it.
 */
export function watchIntegrity(file: string, trouble: TroubleRecord): () => void {
  let child: ChildProcess | undefined
  const check = (): void => {
    child?.kill('SIGKILL')
    child = forkProgram('src/server/kit/storage/sqlite/integrityWorker.ts', [file])
    child.once('message', (problems: string[]) => {
      if (problems.length > 0) trouble.set('damaged', problems)
    })
    // Without a process there is no check; the next day tries again.
    child.on('error', () => undefined)
    child.unref()
    child.channel?.unref()
  }
  check()
  const timer = setInterval(check, DAY_MS)
  timer.unref()
  return () => {
    clearInterval(timer)
    child?.kill('SIGKILL')
  }
}
