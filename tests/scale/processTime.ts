import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Of /proc on Linux, for every architecture that Node supports. */
const TICKS_PER_SECOND = 100

/** Whether this system reports the processor time of other processes. */
export const canMeasure = (): boolean => existsSync('/proc/self/stat')

interface ProcessStat {
  pid: number
  parent: number
  own: number
  /** Of its children that have ended. */
  ended: number
}

function statOf(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const at = (index: number) => Number(fields[index])
    return { pid, parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }
  } catch {
    return null
  }
}

/** Processor time of a process with all its descendants, in milliseconds. */
export function processTime(pid: number): number {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const tree = new Set([pid])
  for (let before = 0; before < tree.size;) {
    before = tree.size
    for (const { pid: item, parent } of all) if (tree.has(parent)) tree.add(item)
  }
  const ticks = all
    .filter((processStat) => tree.has(processStat.pid))
    .reduce((sum, { own, ended }) => sum + own + ended, 0)
  return (ticks * 1000) / TICKS_PER_SECOND
}

/** Resident memory of a process, in bytes. */
export function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
