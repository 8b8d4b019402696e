import { CLOCK_TOLERANCE_MS, type Clock } from '../clock.ts'
import type { Logger } from './log.ts'

/** Logs each step of the machine's clock once, and the end of a time in which it is behind the server's. */
export function watchClock(clock: Clock, log: Logger): void {
  let isBehind = false
  let step = 0
  clock.every(CLOCK_TOLERANCE_MS, () => {
    const aheadMs = Math.round(clock.aheadMs())
    const stepMs = clock.stepMs()
    if (stepMs !== step && stepMs > 0)
      log.warn(
        { stepMs },
        "the machine's clock went forward at once, or the machine was suspended: the server's time follows, and what has become due is done now",
      )
    step = stepMs
    if (aheadMs > CLOCK_TOLERANCE_MS === isBehind) return
    isBehind = !isBehind
    if (isBehind)
      log.error(
        { aheadMs },
        "the machine's clock was set back: the server's time goes on, ahead of it; correct the clock",
      )
    else log.warn("the machine's clock agrees with the server's time again")
  })
}
