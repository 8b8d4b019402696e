/** The picture type by the first bytes: names and declared types can be wrong. */
export type PictureType = 'image/png' | 'image/jpeg' | 'image/webp'

export function pictureType(bytes: Uint8Array): PictureType | null {
  const starts = (at: number, ...expected: number[]) => expected.every((byte, i) => bytes[at + i] === byte)
  if (starts(0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (starts(0, 0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (starts(0, 0x52, 0x49, 0x46, 0x46) && starts(8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp'
  return null
}

export interface PictureProblem {
  key: 'form.fileType' | 'form.fileSize' | 'form.fileBroken'
  args?: Record<string, unknown>
}

/** Why a file cannot be sent as a picture; null when it can. `maxBytes` in bytes. */
export async function checkPicture(file: File, maxBytes: number): Promise<PictureProblem | null> {
  if (file.size > maxBytes) return { key: 'form.fileSize', args: { max: `${Math.floor(maxBytes / 1_048_576)} MB` } }
  try {
    const head = new Uint8Array(await file.slice(0, 16).arrayBuffer())
    if (!pictureType(head)) return { key: 'form.fileType', args: { types: 'PNG, JPEG, WebP' } }
    if (typeof createImageBitmap === 'function') (await createImageBitmap(file)).close()
    return null
  } catch {
    return { key: 'form.fileBroken' }
  }
}
