import { withLatinDigits } from '../values/formatter.ts'

export const MEGABYTE = 1_048_576

/** Largest file that a call takes, in bytes. A larger picture is scaled down before it is sent. */
export const UPLOAD_BYTES = 5 * MEGABYTE
export const UPLOAD_MEGABYTES = UPLOAD_BYTES / MEGABYTE

/** Largest picture that is read to be scaled down, in bytes: the largest files of cameras. */
export const SOURCE_BYTES = 64 * MEGABYTE

/** Least width and height of a picture, in pixels: a document in a smaller one cannot be read. */
export const LEAST_PICTURE_SIDE = 240

/** Types of pictures that the server accepts. */
export const PICTURE_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp']

/** Names of `PICTURE_TYPES` in texts. */
export const PICTURE_TYPE_NAMES = 'JPEG, PNG, WebP'

/** A size in bytes with its unit, in megabytes, or in kilobytes where it is smaller: "5 MB". */
export function formatBytes(bytes: number, lang: string): string {
  const isSmall = bytes < MEGABYTE
  return new Intl.NumberFormat(withLatinDigits(lang), {
    style: 'unit',
    unit: isSmall ? 'kilobyte' : 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / (isSmall ? 1024 : MEGABYTE))
}
