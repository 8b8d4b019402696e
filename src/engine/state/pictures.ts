import { mediaType } from '../language/forms/mediaType.ts'
import { LEAST_PICTURE_SIDE, PICTURE_TYPES, SOURCE_BYTES } from '../language/forms/uploads.ts'

/** Why a file cannot be sent. `maxBytes` of `fileTooLarge`: the limit that it exceeds. */
export type PictureProblem =
  | { problem: 'fileTooLarge'; maxBytes: number }
  | { problem: 'wrongFileType' }
  | { problem: 'pictureTooSmall' }
  | { problem: 'fileBroken' }

export interface PictureLimits {
  accept: readonly string[]
  maxBytes: number
}

const JPEG_QUALITY = 0.9
/** Longest side of a canvas in every browser, px. */
const MAX_SIDE = 4096
/** Longest sides in px that are tried one after the other, until the picture fits. */
const SIDES = [3200, 2560, 2048, 1600, 1280, 1024]

/** Decodes a picture. Its type is that of its content, regardless of its name. */
export async function readPicture(file: File): Promise<ImageBitmap | PictureProblem> {
  if (file.size > SOURCE_BYTES) return { problem: 'fileTooLarge', maxBytes: SOURCE_BYTES }
  try {
    if (!PICTURE_TYPES.includes(await mediaType(file))) return { problem: 'wrongFileType' }
  } catch {
    return { problem: 'fileBroken' }
  }
  return await decode(file)
}

async function decode(file: File): Promise<ImageBitmap | PictureProblem> {
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file)
  } catch {
    return { problem: 'fileBroken' }
  }
  if (Math.min(picture.width, picture.height) >= LEAST_PICTURE_SIDE) return picture
  picture.close()
  return { problem: 'pictureTooSmall' }
}

/** Prepares a chosen file for an upload: a picture above the limit is scaled down to a JPEG, any other file is returned as it is. */
export async function fitFile(file: File, { accept, maxBytes }: PictureLimits): Promise<File | PictureProblem> {
  if (file.size > SOURCE_BYTES) return { problem: 'fileTooLarge', maxBytes }
  let type: string
  try {
    type = await mediaType(file)
  } catch {
    return { problem: 'fileBroken' }
  }
  if (!isAccepted(accept, type)) return { problem: 'wrongFileType' }
  const isPicture = PICTURE_TYPES.includes(type)
  const isTooLarge = file.size > maxBytes
  if (!isPicture || typeof createImageBitmap !== 'function')
    return isTooLarge ? { problem: 'fileTooLarge', maxBytes } : file
  const picture = await decode(file)
  if ('problem' in picture) return picture
  try {
    if (!isTooLarge) return file
    return (await scaleDown(picture, file.name, maxBytes)) ?? { problem: 'fileTooLarge', maxBytes }
  } finally {
    picture.close()
  }
}

/** Part of a picture, in its pixels. */
interface PicturePart {
  x: number
  y: number
  width: number
  height: number
}

/** Draws part of a picture over the whole canvas. */
export function drawPicture(canvas: HTMLCanvasElement, picture: ImageBitmap, part: PicturePart): void {
  const context = canvas.getContext('2d')
  if (!context) return
  // A JPEG has no transparency.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  const { x, y, width, height } = part
  context.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
}

/** Part of a picture as a JPEG of that size; null when the browser cannot encode it. */
export async function encodePicture(
  picture: ImageBitmap,
  part: PicturePart,
  size: { width: number; height: number },
  name: string,
): Promise<File | null> {
  const canvas = document.createElement('canvas')
  canvas.width = size.width
  canvas.height = size.height
  drawPicture(canvas, picture, part)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY))
  return blob && new File([blob], name, { type: 'image/jpeg' })
}

async function scaleDown(picture: ImageBitmap, name: string, maxBytes: number): Promise<File | null> {
  const { width, height } = picture
  const longest = Math.max(width, height)
  const whole = { x: 0, y: 0, width, height }
  // In full size first: a PNG becomes smaller as a JPEG alone.
  for (const side of [Math.min(longest, MAX_SIDE), ...SIDES.filter((side) => side < longest)]) {
    const scale = Math.min(1, side / longest)
    const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
    const scaled = await encodePicture(picture, whole, size, `${name.replace(/\.\w+$/, '') || 'picture'}.jpg`)
    if (!scaled) return null
    if (scaled.size <= maxBytes) return scaled
  }
  return null
}

function isAccepted(accept: readonly string[], type: string): boolean {
  return accept.some((other) => other === type || (other.endsWith('/*') && type.startsWith(other.slice(0, -1))))
}
