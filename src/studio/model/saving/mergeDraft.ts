import { mergeTexts, type Choice } from '../../merge/merge.ts'

/** The texts of the two versions of a file and of what both have started from; null: a missing file. */
export interface Versions {
  base: string | null
  mine: string | null
  theirs: string | null
}

interface Merge {
  /** The side that is kept for each path that both have changed. */
  choices: readonly Choice[]
  /** The right side of the code as it was edited; null: it is `mine`. */
  edited: string | null
}

/** A merge by hand that is not saved. */
export interface MergeDraft extends Versions, Merge {
  /** Null before a change set is made. */
  changeSet: string | null
}

/**
 * The state of a draft in a merge of these versions. The choices belong to the versions that they were made for. Edited code is joined with later
 * changes of `mine`, or stays as it is where both concern the same path. `isOlder`: it was edited beside other
 * versions.
 */
export function mergeOf(
  { base, mine, theirs }: Versions,
  changeSet: string | null,
  draft: MergeDraft | undefined,
): Merge & { isOlder: boolean } {
  if (!draft || (draft.changeSet !== null && draft.changeSet !== changeSet))
    return { choices: [], edited: null, isOlder: false }
  const { choices, edited } = draft
  const isSame = draft.base === base && draft.mine === mine && draft.theirs === theirs
  if (isSame || edited === null) return { choices: isSame ? choices : [], edited, isOlder: false }
  const joined = draft.mine === mine ? undefined : mergeTexts(draft.mine, edited, mine)
  return { choices: [], edited: joined && joined.clashes.length === 0 ? joined.text : edited, isOlder: true }
}

/** The drafts after a change set was opened: those of sets that are not open any more belong to it, as unsaved texts do. */
export const draftsAfter = (
  drafts: Readonly<Record<string, MergeDraft>>,
  changeSet: string | null,
  openSets: ReadonlySet<string>,
): Readonly<Record<string, MergeDraft>> =>
  Object.fromEntries(
    Object.entries(drafts).map(([path, draft]) => [
      path,
      draft.changeSet === null || openSets.has(draft.changeSet) ? draft : { ...draft, changeSet },
    ]),
  )
