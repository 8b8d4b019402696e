import type { Handlers } from '../../../handler.ts'
import { refuse } from '../../../kit/errors.ts'
import { UPLOAD_MEGABYTES } from '../../../../engine/language/forms/uploads.ts'
import { newToken, sha256 } from '../../../kit/random.ts'
import { inUserTransaction } from '../../identity/userTransaction.ts'
import { createConcurrencyLimit } from '../../../kit/live/rateLimits.ts'
import { uploadOwner } from '../../../kit/storage/encryption/encryption.ts'
import { reencode, type Picture } from './pictures/reencode.ts'
import { signedUrlOf } from './signedUrl.ts'
import { storeImage } from './storeImage.ts'

/** Pictures of a user that are decoded or wait for it at the same time, so that one user does not fill the queue of all. */
const perUser = createConcurrencyLimit(4)

/** Throws `uploadFailed` if the user has too many pictures in progress, or the server is too busy. */
async function reencodeOf(userId: string, content: Buffer): Promise<Picture | null> {
  const release = perUser.acquire(userId)
  if (!release) throw refuse('uploadFailed')
  try {
    return await reencode(content)
  } finally {
    release()
  }
}

export const calls = {
  upload: async ({ file }, request) => {
    const { user, context } = request
    if (file.truncated) throw refuse('fileTooLarge', { megabytes: UPLOAD_MEGABYTES })
    if (file.content.length === 0) throw refuse('uploadFailed')
    const picture = await reencodeOf(user.id, file.content)
    if (!picture) throw refuse('wrongFileType')
    const { type, content } = picture
    const now = context.clock.now()
    const newId = newToken()
    // An unused picture is deleted for it: none that another call begins to use meanwhile.
    const id = await inUserTransaction(request, ({ db }) =>
      storeImage(db, {
        id: newId,
        user_id: user.id,
        type,
        hash: sha256(content),
        bytes: content.length,
        content: context.encryption.encrypt(content, uploadOwner(newId)),
        created: now,
      }),
    )
    return { id, url: await signedUrlOf(context.db, id, now), type, bytes: content.length }
  },
} satisfies Partial<Handlers>
