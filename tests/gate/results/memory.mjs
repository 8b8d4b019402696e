// Results of the last runs of the gate: the duration of each part, and the failures that `--failed` runs again.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** The record of earlier runs in `file`; empty without one. */
export function readMemory(file) {
  try {
    const { seconds = {}, failures = {} } = JSON.parse(readFileSync(file, 'utf8'))
    return { seconds, failures }
  } catch {
    return { seconds: {}, failures: {} }
  }
}

/**
 * The record after a run. A part that passed has no failures any more. The duration of a part counts only if it ran whole: `isWhole`.
 */
export function remember({ seconds, failures }, results, isWhole = true) {
  const next = { seconds: { ...seconds }, failures: { ...failures } }
  for (const { name, seconds: taken, failed, failures: tests } of results) {
    if (isWhole) next.seconds[name] = taken
    if (failed > 0) next.failures[name] = tests.map(({ name: test, at }) => ({ name: test, at }))
    else delete next.failures[name]
  }
  return next
}

/** Stores the record; without a writable folder the next run starts without one. */
export function writeMemory(file, memory) {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(memory))
  } catch {
    // The record only saves time.
  }
}

/** The parts that failed in the last runs, each with the command that runs only its failed tests; whole, if these are not known. */
export function failedParts(parts, { failures }) {
  return parts
    .filter(({ name }) => failures[name] !== undefined)
    .map((part) => {
      const tests = failures[part.name]
      const isKnown = part.commandOfFailed && tests.length > 0 && tests.every(({ at }) => /\.tsx?(:\d+)?$/.test(at))
      return isKnown ? { ...part, command: part.commandOfFailed(tests) } : part
    })
}
