import type { Kysely } from 'kysely'
import type { Tables } from '../../../db.ts'
import { refuse } from '../../../kit/errors.ts'

export interface UploadUse {
  uploadId: string
  userId: string
  /** Purpose, e.g. "identity". */
  purpose: string
  /** Field of the payload that has it, where there are several. */
  field?: string
}

/** Marks an image of this user as used for one purpose. Throws `dataNotFound` if it is not the user's, `fileExists` if it is in use. */
export async function useUpload(
  db: Kysely<Tables>,
  { uploadId, userId, purpose, field }: UploadUse,
  now: number,
): Promise<void> {
  const owned = await db
    .selectFrom('uploads')
    .select('id')
    .where('id', '=', uploadId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!owned) throw refuse('dataNotFound')
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('upload_uses')
    .values({ upload_id: uploadId, user_id: userId, purpose, created: now })
    .onConflict((on) => on.column('upload_id').doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw refuse('fileExists', { field: field ?? null })
}

/** Frees images after a refusal, so that they can be used again. */
export async function releaseUploads(db: Kysely<Tables>, userId: string, uploadIds: readonly string[]): Promise<void> {
  if (uploadIds.length === 0) return
  await db.deleteFrom('upload_uses').where('user_id', '=', userId).where('upload_id', 'in', uploadIds).execute()
}
