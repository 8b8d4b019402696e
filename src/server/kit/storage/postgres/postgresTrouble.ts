import type { TroubleRecord } from '../trouble.ts'

/** PostgreSQL's codes: no space on its disk, an error of its disk, and a damaged page of a table or an index. */
const TROUBLES: Readonly<Record<string, 'full' | 'failing' | 'damaged'>> = {
  '53100': 'full',
  '58030': 'failing',
  XX001: 'damaged',
  XX002: 'damaged',
}

const RETRY_MS = 2_000

/** The trouble that an error of PostgreSQL reports; undefined for any other error. */
export const postgresTroubleOf = (error: unknown): (typeof TROUBLES)[string] | undefined =>
  TROUBLES[(error as { code?: string } | null)?.code ?? '']

/**
 * Records the trouble of failed statements. Other statements may succeed on a full disk, so the trouble ends only when `write`, which is
 * tried every two seconds, does not throw.
 */
export function watchPostgresTrouble(
  trouble: TroubleRecord,
  write: () => Promise<void>,
  retryMs = RETRY_MS,
): { failed(error: unknown): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const retry = async (): Promise<void> => {
    try {
      await write()
      timer = undefined
      trouble.set(null)
    } catch {
      again()
    }
  }
  const again = (): void => {
    if (isStopped) return
    timer = setTimeout(() => void retry(), retryMs)
    timer.unref()
  }
  return {
    failed(error) {
      const kind = postgresTroubleOf(error)
      if (kind === undefined) return
      trouble.set(kind, [error instanceof Error ? error.message : String(error)])
      if (kind !== 'damaged' && timer === undefined) again()
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
