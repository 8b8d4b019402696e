import { THROTTLE_MS } from './constants.ts'

/** Drops presses that follow another within THROTTLE_MS, so that a double press acts once. Times in milliseconds of `performance.now()`. */
export class Throttle {
  private startedAt = -Infinity

  isOpen(): boolean {
    return performance.now() - this.startedAt >= THROTTLE_MS
  }

  /** Begins the time in which presses are dropped. */
  start(at: number = performance.now()): void {
    this.startedAt = at
  }
}
