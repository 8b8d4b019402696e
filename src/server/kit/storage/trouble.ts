import type { Logger } from '../observability/log.ts'

/** Troubles of a database, with the log line of each. */
const TROUBLES = {
  full: 'the database cannot be written: its disk is full. Free space: writes are refused until then, reads go on',
  failing: 'the database cannot be written: its disk fails. Copy the data to another disk before anything else',
  locked:
    'the database cannot be written: another program has locked its file. End that program: writes wait for it, and are refused after five seconds',
  damaged:
    'a page of the database is damaged. Stop the server and copy the data to another disk before anything else; the next steps are in src/server/deploy/BACKUP.md',
} as const

/** Next steps of an operator whose start meets a trouble. */
export const START_ADVICE = {
  full: 'Free space and start again: the data is unchanged.',
  failing: 'Copy the data folder to another disk before anything else.',
  damaged:
    'Copy the data folder to another disk before anything else; the next steps are in src/server/deploy/BACKUP.md.',
} as const

/** Why a database cannot be used as it should: its disk is full, its disk fails, another program has locked it, or a page is damaged. */
export type TroubleKind = keyof typeof TROUBLES

/** `details`: the problems that were found. */
type Listener = (kind: TroubleKind | null, details?: readonly string[]) => void

/** The present trouble of a database. */
export interface Trouble {
  current(): TroubleKind | null
  /** Calls the listener with each change; null: the trouble has ended. */
  onChange(listener: Listener): void
}

export interface TroubleRecord extends Trouble {
  /** Damage stays until the process ends: that something can be written does not repair it. */
  set(kind: TroubleKind | null, details?: readonly string[]): void
}

export function createTrouble(): TroubleRecord {
  const listeners: Listener[] = []
  let present: TroubleKind | null = null
  return {
    current: () => present,
    onChange: (listener) => void listeners.push(listener),
    set(kind, details) {
      if (kind === present || present === 'damaged') return
      present = kind
      for (const listener of listeners) listener(kind, details)
    },
  }
}

/** Logs each trouble when it begins and when it ends. */
export function logTrouble({ onChange }: Trouble, log: Logger): void {
  onChange((kind, details) => {
    if (kind === null) log.warn('the database can be written again')
    else log.error({ trouble: kind, ...(details && { details }) }, TROUBLES[kind])
  })
}
