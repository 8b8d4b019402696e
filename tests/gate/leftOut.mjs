// Parts and test files that the gate leaves to `npm test -- --full`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Seconds, on one of two quiet cores, by part, test file or folder of test files. */
export const LEFT_OUT = JSON.parse(readFileSync(join(import.meta.dirname, 'leftOut.json'), 'utf8'))

const names = Object.keys(LEFT_OUT)

/** Whether a part or a test file is left out, by itself or with its folder. */
export const isLeftOut = (name) => names.some((left) => name === left || name.startsWith(`${left}/`))

/** The line at the end of a run: what it has not run. `suites` are the names of suites with all their files. */
export function leftOutLine(parts, suites) {
  const ofSuites = suites
    .map(({ name, files }) => ({ name, count: files.filter(isLeftOut).length, all: files.length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count, all }) => `${count} of ${all} files of ${name}`)
  const left = [...parts.filter(isLeftOut), ...ofSuites]
  return `left to --full: ${left.length === 0 ? 'nothing' : `${left.join(', ')} (tests/gate/leftOut.json)`}`
}
