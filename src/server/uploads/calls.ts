import type { Handlers } from '../api/handler.ts'
import { refuse } from '../errors.ts'
import { UPLOAD_BYTES } from '../http/limits.ts'
import { readImage } from '../identity/images.ts'
import { newToken, sha256 } from '../identity/random.ts'
import { uploadOwner } from '../storage/encryption.ts'
import { signedUrlOf } from './signedUrl.ts'
import { storeImage } from './storeImage.ts'

export const calls = {
  upload: async ({ file }, { user, context: { db, clock, encryption } }) => {
    if (file.truncated) throw refuse('fileTooLarge', { bytes: UPLOAD_BYTES })
    if (file.content.length === 0) throw refuse('uploadFailed')
    const picture = readImage(file.content)
    if (!picture) throw refuse('wrongFileType')
    const { type, content } = picture
    const now = clock.now()
    const newId = newToken()
    const id = await storeImage(db, {
      id: newId,
      user_id: user.id,
      type,
      hash: sha256(content),
      bytes: content.length,
      content: encryption.encrypt(content, uploadOwner(newId)),
      created: now,
    })
    return { id, url: await signedUrlOf(db, id, now), type, bytes: content.length }
  },
} satisfies Partial<Handlers>
