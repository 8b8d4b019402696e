import { refuse } from '../../../../kit/errors.ts'

export interface DecodeLimits {
  /** Pictures decoded at the same time. */
  pictures: number
  /** Pixels of all pictures decoded at the same time; one picture may have more. */
  pixels: number
  /** Pictures that wait for their turn. */
  waiting: number
}

/** Runs tasks in the order of their calls, within the limits. Throws `uploadFailed` when too many are waiting. */
export function createDecodeQueue({ pictures, pixels, waiting }: DecodeLimits) {
  const queue: { pixels: number; start: () => void }[] = []
  let running = 0
  let runningPixels = 0
  const startNext = (): void => {
    for (let next = queue[0]; next; next = queue[0]) {
      if (running > 0 && (running >= pictures || runningPixels + next.pixels > pixels)) return
      queue.shift()
      running += 1
      runningPixels += next.pixels
      next.start()
    }
  }
  return async function run<T>(size: number, task: () => Promise<T>): Promise<T> {
    if (queue.length >= waiting) throw refuse('uploadFailed')
    await new Promise<void>((start) => {
      queue.push({ pixels: size, start })
      startNext()
    })
    try {
      return await task()
    } finally {
      running -= 1
      runningPixels -= size
      startNext()
    }
  }
}
