import { cell, type Atom } from './store.ts'

const now = () => Math.floor(Date.now() / 1_000)
const minuteCell = cell(now())
minuteCell.onMount = (write) => {
  write(now())
  const timer = setInterval(() => write(now()), 60_000)
  return () => clearInterval(timer)
}
/** Unix seconds, told once a minute while something watches: for words like "5 minutes ago". */
export const minuteAtom: Atom<number> = minuteCell
