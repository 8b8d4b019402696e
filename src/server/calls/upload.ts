import type { Handler } from '../api/handler.ts'
import { refuse } from '../errors.ts'
import { readPicture } from '../identity/images.ts'
import { newToken, sha256 } from '../identity/random.ts'
import { UPLOAD_BYTES } from '../http/limits.ts'
import { keepPicture } from '../uploads/storeImage.ts'
import { uploadAddress } from '../uploads/signedUrl.ts'

const handler: Handler<'upload'> = async ({ file }, { user, context: { db, clock } }) => {
  if (file.truncated) throw refuse('fileTooLarge', { bytes: UPLOAD_BYTES })
  if (file.content.length === 0) throw refuse('uploadFailed')
  const picture = readPicture(file.content)
  if (!picture) throw refuse('wrongFileType')
  const { type, content } = picture
  const now = clock.now()
  const id = await keepPicture(db, { id: newToken(), user_id: user.id, type, hash: sha256(content), bytes: content.length, content, created: now })
  return { id, url: await uploadAddress(db, id, now), type, bytes: content.length }
}
export default handler
