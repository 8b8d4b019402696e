/** Why a database cannot be written: its disk is full, its disk fails, or another program has locked it. */
export type TroubleKind = 'full' | 'failing' | 'locked'

/** The present trouble of a database. */
export interface Trouble {
  current(): TroubleKind | null
  /** Calls the listener with each change; null: the trouble has ended. */
  onChange(listener: (kind: TroubleKind | null) => void): void
}

export interface TroubleRecord extends Trouble {
  set(kind: TroubleKind | null): void
}

export function createTrouble(): TroubleRecord {
  const listeners: ((kind: TroubleKind | null) => void)[] = []
  let present: TroubleKind | null = null
  return {
    current: () => present,
    onChange: (listener) => void listeners.push(listener),
    set(kind) {
      if (kind === present) return
      present = kind
      for (const listener of listeners) listener(kind)
    },
  }
}

/** Of a database whose server reports its own troubles. */
export const NO_TROUBLE: Trouble = { current: () => null, onChange: () => undefined }
