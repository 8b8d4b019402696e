import { mediaType } from '../../core/mediaType.ts'

/** Types of pictures that the server accepts. */
const PICTURE_TYPES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/webp'])

export interface PictureProblem {
  key: 'form.fileType' | 'form.fileSize' | 'form.fileBroken'
  args?: Record<string, unknown>
}

/** Why a file cannot be sent as a picture; null when it can. `maxBytes` in bytes. */
export async function checkPicture(file: File, maxBytes: number): Promise<PictureProblem | null> {
  if (file.size > maxBytes) return { key: 'form.fileSize', args: { max: `${Math.floor(maxBytes / 1_048_576)} MB` } }
  try {
    if (!PICTURE_TYPES.has(await mediaType(file))) return { key: 'form.fileType', args: { types: 'PNG, JPEG, WebP' } }
    if (typeof createImageBitmap === 'function') (await createImageBitmap(file)).close()
    return null
  } catch {
    return { key: 'form.fileBroken' }
  }
}
