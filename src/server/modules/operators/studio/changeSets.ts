import type { Selectable } from 'kysely'
import type { ServerContext } from '../../../context.ts'
import { newId, newToken } from '../../../kit/random.ts'
import { inTransaction } from '../../../kit/storage/transaction.ts'
import type { StudioTables } from './tables.ts'

export type ChangeSetRow = Selectable<StudioTables['catalogue_change_sets']>
export type ChangeRow = Selectable<StudioTables['catalogue_changes']>

export interface ChangeInput {
  path: string
  /** Null deletes the file. */
  text: string | null
  /** The published text that the change started from; null: the file is missing there. */
  base: string | null
  /** The version that the author has seen; 0: none. */
  version: number
  author: string
}

/** Another author has saved the file; `row` is their version, undefined if they have dropped the change. */
export class EditConflict extends Error {
  constructor(readonly row: ChangeRow | undefined) {
    super('Another author has saved this file.')
  }
}

/** A published change set is read-only. */
export class ClosedChangeSet extends Error {
  readonly statusCode = 410

  constructor() {
    super('This change set has been published')
  }
}

/** A page that has not asked for this long is closed, or not looked at. */
const PRESENT_SECONDS = 20

const lock = (id: string): string => `change set ${id}`

/** Creates the store of change sets. */
export function createChangeSets({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const find = (id: string, from: Pick<typeof db, 'selectFrom'> = db) =>
    from.selectFrom('catalogue_change_sets').selectAll().where('id', '=', id).executeTakeFirst()

  return {
    find: (id: string) => find(id),
    findByLink: (link: string) =>
      db.selectFrom('catalogue_change_sets').selectAll().where('link', '=', link).executeTakeFirst(),

    list: () =>
      db.selectFrom('catalogue_change_sets').selectAll().orderBy('updated', 'desc').orderBy('id').limit(200).execute(),

    /** Paths, authors and versions of the changes of all open change sets, without their texts. */
    authorship: () =>
      db
        .selectFrom('catalogue_changes')
        .innerJoin('catalogue_change_sets', 'catalogue_change_sets.id', 'catalogue_changes.change_set')
        .select([
          'catalogue_changes.change_set',
          'catalogue_changes.path',
          'catalogue_changes.author',
          'catalogue_changes.updated',
          'catalogue_changes.version',
        ])
        .where('catalogue_change_sets.state', '=', 'open')
        .execute(),

    changes: (id: string): Promise<ChangeRow[]> =>
      db.selectFrom('catalogue_changes').selectAll().where('change_set', '=', id).orderBy('path').execute(),

    /** The changes of a file in all change sets, the last first. */
    history: (path: string) =>
      db
        .selectFrom('catalogue_changes')
        .innerJoin('catalogue_change_sets', 'catalogue_change_sets.id', 'catalogue_changes.change_set')
        .select([
          'catalogue_changes.author',
          'catalogue_changes.updated',
          'catalogue_change_sets.name',
          'catalogue_change_sets.state',
          'catalogue_change_sets.revision',
        ])
        .where('catalogue_changes.path', '=', path)
        .orderBy('catalogue_changes.updated', 'desc')
        .limit(200)
        .execute(),

    async create(name: string, author: string): Promise<ChangeSetRow> {
      const now = clock.now()
      const row = {
        id: newId(),
        name,
        author,
        link: newToken(),
        state: 'open' as const,
        revision: null,
        published: null,
      }
      await db
        .insertInto('catalogue_change_sets')
        .values({ ...row, created: now, updated: now })
        .execute()
      return { ...row, created: BigInt(now), updated: BigInt(now) }
    },

    async rename(id: string, name: string): Promise<void> {
      await db.updateTable('catalogue_change_sets').set({ name }).where('id', '=', id).execute()
    },

    /** Another link to the draft; the one before opens nothing any more. */
    async renewLink(id: string): Promise<string> {
      const link = newToken()
      await db.updateTable('catalogue_change_sets').set({ link }).where('id', '=', id).execute()
      return link
    },

    async remove(id: string): Promise<void> {
      await db.deleteFrom('catalogue_changes').where('change_set', '=', id).execute()
      await db.deleteFrom('catalogue_readers').where('change_set', '=', id).execute()
      await db.deleteFrom('catalogue_previews').where('change_set', '=', id).execute()
      await db.deleteFrom('catalogue_change_sets').where('id', '=', id).execute()
    },

    /** Saves a file and returns its version. Throws EditConflict if its version is not the one the author has seen, and ClosedChangeSet. */
    save: (id: string, { path, text, base, version, author }: ChangeInput): Promise<number> =>
      inTransaction(db, [lock(id)], async (trx) => {
        if ((await find(id, trx))?.state !== 'open') throw new ClosedChangeSet()
        const row = await trx
          .selectFrom('catalogue_changes')
          .selectAll()
          .where('change_set', '=', id)
          .where('path', '=', path)
          .executeTakeFirst()
        if (Number(row?.version ?? 0) !== version) throw new EditConflict(row)
        const values = { text, base, version: version + 1, author, updated: clock.now() }
        await trx
          .insertInto('catalogue_changes')
          .values({ change_set: id, path, ...values })
          .onConflict((on) => on.columns(['change_set', 'path']).doUpdateSet(values))
          .execute()
        await trx.updateTable('catalogue_change_sets').set({ updated: values.updated }).where('id', '=', id).execute()
        return version + 1
      }),

    /** Drops the change of a file. Throws as `save`. */
    drop: (id: string, path: string, version: number): Promise<void> =>
      inTransaction(db, [lock(id)], async (trx) => {
        if ((await find(id, trx))?.state !== 'open') throw new ClosedChangeSet()
        const row = await trx
          .selectFrom('catalogue_changes')
          .selectAll()
          .where('change_set', '=', id)
          .where('path', '=', path)
          .executeTakeFirst()
        if (row && Number(row.version) !== version) throw new EditConflict(row)
        await trx.deleteFrom('catalogue_changes').where('change_set', '=', id).where('path', '=', path).execute()
      }),

    /** Notes that an author has the change set open, with a file, and returns the others who have. */
    async meet(id: string, author: string, file: string | null) {
      const now = clock.now()
      await db
        .insertInto('catalogue_readers')
        .values({ change_set: id, author, file, seen: now })
        .onConflict((on) => on.columns(['change_set', 'author']).doUpdateSet({ file, seen: now }))
        .execute()
      return db
        .selectFrom('catalogue_readers')
        .select(['author', 'file'])
        .where('change_set', '=', id)
        .where('author', '<>', author)
        .where('seen', '>', BigInt(now - PRESENT_SECONDS))
        .orderBy('author')
        .execute()
    },

    /**
     * Closes a change set that was published with these changes. Changes saved after they were read move to an open change
     * set, whose id is in the stored publication.
     */
    markPublished: (
      id: string,
      changes: readonly ChangeRow[],
      answer: Omit<Publication, 'next'>,
    ): Promise<Publication> =>
      inTransaction(db, [lock(id)], async (trx) => {
        const row = await find(id, trx)
        // Another process has published the same, or the change set was deleted.
        if (row?.state !== 'open') return (row && publicationOf(row)) ?? { ...answer, next: null }
        const now = clock.now()
        const current = await trx.selectFrom('catalogue_changes').selectAll().where('change_set', '=', id).execute()
        const later = changedSince(changes, current)
        const next = later.length === 0 ? null : { ...row, id: newId(), link: newToken(), created: now, updated: now }
        if (next) {
          await trx.insertInto('catalogue_change_sets').values(next).execute()
          await trx
            .insertInto('catalogue_changes')
            .values(later.map((file) => ({ ...file, change_set: next.id })))
            .execute()
          await trx.deleteFrom('catalogue_changes').where('change_set', '=', id).execute()
          if (changes.length > 0)
            await trx
              .insertInto('catalogue_changes')
              .values([...changes])
              .execute()
        }
        const publication = { ...answer, next: next?.id ?? null }
        await trx
          .updateTable('catalogue_change_sets')
          .set({
            state: 'published',
            revision: answer.revision,
            published: JSON.stringify(publication),
            updated: now,
          })
          .where('id', '=', id)
          .execute()
        return publication
      }),
  }
}

/** The changes against the published files after a publication: files that were saved, and changes that were dropped, while it was compiled. */
function changedSince(published: readonly ChangeRow[], current: readonly ChangeRow[]): ChangeRow[] {
  const before = new Map(published.map((file) => [file.path, file]))
  const present = new Set(current.map(({ path }) => path))
  const saved = current.flatMap((item) => {
    const live = before.get(item.path)
    return !live ? [item] : item.text === live.text ? [] : [{ ...item, base: live.text }]
  })
  const dropped = published
    .filter(({ path }) => !present.has(path))
    .map((file) => ({ ...file, text: file.base, base: file.text, version: file.version + 1n }))
  return [...saved, ...dropped]
}

/** A request that published a change set, and its answer. */
export interface Publication {
  author: string
  note: string
  revision: string
  unchanged: boolean
  foreign: readonly string[]
  /** The open change set with what was saved while it was published; null: nothing was. */
  next: string | null
}

/** The publication of a change set; undefined for an open one, and for one without a stored publication. */
export const publicationOf = ({ published }: ChangeSetRow): Publication | undefined =>
  published === null ? undefined : { next: null, ...(JSON.parse(published) as Omit<Publication, 'next'>) }

export type ChangeSets = ReturnType<typeof createChangeSets>

/** A file that was published by another author since the change started. */
export interface PublishConflict {
  path: string
  base: string | null
  mine: string | null
  theirs: string | null
}

/** Applies changes to the published files; a file that was published with another text since is a conflict. */
export function applyChanges(
  files: Readonly<Record<string, string>>,
  changes: readonly Pick<ChangeRow, 'path' | 'text' | 'base'>[],
): { files: Record<string, string>; conflicts: PublishConflict[] } {
  const result = new Map(Object.entries(files))
  const conflicts: PublishConflict[] = []
  for (const { path, text, base } of changes) {
    const theirs = result.get(path) ?? null
    if (theirs !== base && theirs !== text) conflicts.push({ path, base, mine: text, theirs })
    else if (text === null) result.delete(path)
    else result.set(path, text)
  }
  return { files: Object.fromEntries(result), conflicts }
}
