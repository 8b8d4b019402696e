// Runs the parts of the gate at the same time, as far as the processor allows, and estimates the time left.

/** Whether a part may start: what it needs has ended, and the processor has room, or nothing runs. */
function canStart(part, { waiting, running, capacity }) {
  const isPending = (name) => [...waiting, ...running].some((item) => item.name === name)
  if ((part.needs ?? []).some(isPending)) return false
  return running.length === 0 || running.reduce((sum, item) => sum + item.load, part.load) <= capacity
}

/**
 * Runs every part once and resolves when all have ended. Parts start in their order; one that has no room lets later ones pass.
 * `load` of a part is the number of cores it keeps busy, `capacity` the number there are.
 */
export async function runAll(parts, capacity, run) {
  const waiting = [...parts]
  const running = []
  await new Promise((resolve, reject) => {
    const fill = () => {
      for (const part of waiting.slice()) {
        if (!canStart(part, { waiting: waiting.filter((item) => item !== part), running, capacity })) continue
        waiting.splice(waiting.indexOf(part), 1)
        running.push(part)
        run(part).then(() => {
          running.splice(running.indexOf(part), 1)
          fill()
        }, reject)
      }
      if (waiting.length === 0 && running.length === 0) resolve()
    }
    fill()
  })
}

/** Seconds until the last part ends, by the seconds that each part still takes alone: the same schedule without the work. */
export function secondsLeft(waitingParts, runningParts, capacity) {
  const waiting = [...waitingParts]
  const running = runningParts.map((part) => ({ ...part }))
  let now = 0
  for (;;) {
    for (const part of waiting.slice()) {
      if (!canStart(part, { waiting: waiting.filter((item) => item !== part), running, capacity })) continue
      waiting.splice(waiting.indexOf(part), 1)
      running.push({ ...part })
    }
    if (running.length === 0) return now
    const step = Math.max(0, Math.min(...running.map(({ seconds }) => seconds)))
    now += step
    for (const part of running) part.seconds -= step
    for (const part of running.filter(({ seconds }) => seconds <= 0)) running.splice(running.indexOf(part), 1)
  }
}

/** How many times as long as usual the parts take on this machine now: those that have ended, and those that run past their usual time. */
export function paceOf(parts) {
  const known = parts.filter(({ hasEnded, seconds, usual }) => hasEnded || seconds > usual)
  const sum = (field) => known.reduce((total, part) => total + part[field], 0)
  return sum('usual') > 0 ? sum('seconds') / sum('usual') : 1
}

/** A duration for people: "40 s", "7 min". */
export const inWords = (seconds) =>
  seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`

/** The chosen parts, and before them those that they need. */
export function withNeeds(all, chosen) {
  const isChosen = (name) => chosen.some((part) => part.name === name)
  const isNeeded = (name) => chosen.some(({ needs = [] }) => needs.includes(name))
  return [...all.filter(({ name }) => isNeeded(name) && !isChosen(name)), ...chosen]
}
