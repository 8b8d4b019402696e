import type { ServerContext } from '../../context.ts'
import { refuse } from '../../kit/errors.ts'
import { releaseUploads, useUpload } from '../content/uploads/uses.ts'
import type { UserRow } from './tables.ts'
import { visibleText } from './visibleText.ts'

const MIN_LENGTH = 2

/** Stores a nickname without spaces at its ends, and returns it; throws `parameterError` for an invalid one. */
export async function saveNickname({ db }: Pick<ServerContext, 'db'>, userId: string, given: string): Promise<string> {
  const nickname = visibleText(given, MIN_LENGTH)
  if (nickname === null) throw refuse('parameterError', { field: 'nickname' })
  await db.updateTable('users').set({ nickname }).where('id', '=', userId).execute()
  return nickname
}

/**
 * Replaces the picture of a user, inside a transaction; the earlier one is free again. Throws `dataNotFound` for an upload of another
 * user, `fileExists` for one in use.
 */
export async function saveAvatar(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { id: userId, avatar }: Pick<UserRow, 'id' | 'avatar'>,
  picture: string | null,
): Promise<void> {
  if (avatar === picture) return
  if (avatar !== null) await releaseUploads(db, userId, [avatar])
  if (picture !== null) await useUpload(db, { uploadId: picture, userId, purpose: 'avatar' }, clock.now())
  await db.updateTable('users').set({ avatar: picture }).where('id', '=', userId).execute()
}
