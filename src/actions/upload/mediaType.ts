/** First bytes of the kinds of file that are accepted anywhere; a null may be any byte. */
const SIGNATURES: readonly (readonly [type: string, start: readonly (number | null)[]])[] = [
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['application/pdf', [0x25, 0x50, 0x44, 0x46, 0x2d]],
]

/** The media type by content, regardless of the name; "application/octet-stream" when unknown. */
export async function mediaType(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 16).arrayBuffer())
  const match = SIGNATURES.find(([, start]) => start.every((byte, i) => byte === null || bytes[i] === byte))
  return match?.[0] ?? 'application/octet-stream'
}
