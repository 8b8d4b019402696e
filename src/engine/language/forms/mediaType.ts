/** First bytes of the media types that are accepted anywhere; a null may be any byte. */
const SIGNATURES: readonly (readonly [type: string, start: readonly (number | null)[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]
/** Bytes from the start of a file that are enough for every signature. */
const SIGNATURE_BYTES = 16

/** The media type by the first bytes, regardless of a name or a declared type; "application/octet-stream" when unknown. */
export function mediaTypeOfBytes(bytes: Uint8Array): string {
  const match = SIGNATURES.find(([, start]) => start.every((byte, i) => byte === null || bytes[i] === byte))
  return match?.[0] ?? 'application/octet-stream'
}

/** The media type of a file by its content. Rejects when the file cannot be read. */
export const mediaType = async (file: Blob): Promise<string> =>
  mediaTypeOfBytes(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))
