import { setPriority } from 'node:os'
import { quickCheck } from './integrity.ts'

const LOWEST = 19

/** Sends the problems of the SQLite file that the command line names. */
export function main(): void {
  // The check yields to everything else on the machine.
  setPriority(LOWEST)
  process.send?.(quickCheck(process.argv[3] ?? ''), () => process.disconnect())
}
