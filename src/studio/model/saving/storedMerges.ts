import { CHOICES } from '../../merge/merge.ts'
import { keepStored } from './keepStored.ts'
import type { MergeDraft } from './mergeDraft.ts'
import type { Store } from '../store.ts'
import { report } from '../../../engine/language/report.ts'

type MergeDrafts = Readonly<Record<string, MergeDraft>>

const PREFIX = 'placard.studio.merges:'

const isText = (value: unknown): boolean => value === null || typeof value === 'string'

function isDraft(value: unknown): value is MergeDraft {
  if (typeof value !== 'object' || value === null) return false
  const { changeSet, base, mine, theirs, choices, edited } = value as Record<keyof MergeDraft, unknown>
  return (
    [changeSet, base, mine, theirs, edited].every(isText) &&
    Array.isArray(choices) &&
    choices.every((choice) => CHOICES.includes(choice))
  )
}

/** The merges by hand that an author has not saved, by path, as they were when this tab was loaded again. */
export function readMerges(author: string): MergeDrafts {
  try {
    const stored = JSON.parse(sessionStorage.getItem(PREFIX + author) ?? '{}') as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(stored).filter((entry): entry is [string, MergeDraft] => isDraft(entry[1])),
    )
  } catch {
    return {}
  }
}

/** Stores the merges by hand of a workspace as they change. Returns the function that stops it. */
export const keepMerges = (workspace: Store<{ author: string; mergeDrafts: MergeDrafts }>): (() => void) =>
  keepStored(
    workspace,
    ({ mergeDrafts }) => mergeDrafts,
    (mergeDrafts, { author }) => {
      try {
        sessionStorage.setItem(PREFIX + author, JSON.stringify(mergeDrafts))
      } catch (error) {
        // A full or blocked storage keeps none.
        report(error, 'store the merges')
      }
    },
  )
