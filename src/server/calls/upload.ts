import type { Handler } from '../api/handler.ts'
import { refuse } from '../errors.ts'
import { imageType } from '../identity/images.ts'
import { newToken, sha256 } from '../identity/random.ts'
import { UPLOAD_BYTES } from '../http/limits.ts'

const handler: Handler<'upload'> = async ({ file }, { user, context: { db, clock } }) => {
  if (file.truncated) throw refuse('fileTooLarge', { bytes: UPLOAD_BYTES })
  const { content } = file
  if (content.length === 0) throw refuse('uploadFailed')
  const type = imageType(content)
  if (!type) throw refuse('wrongFileType')
  // Pictures are shown by <img>, which sends no token: the address itself is the secret.
  const id = newToken()
  const row = { id, user_id: user.id, type, hash: sha256(content), bytes: content.length, content, created: clock.now() }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('uploads')
    .values(row)
    .onConflict((on) => on.columns(['user_id', 'hash']).doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw refuse('fileExists')
  return { id, url: `/media/uploads/${id}`, type, bytes: content.length }
}
export default handler
