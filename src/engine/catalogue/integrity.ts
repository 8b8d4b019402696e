import { canonicalJson } from '../language/values/canonicalJson.ts'
import type { Manifest } from '../language/expressions/program.ts'

/** The first `digits` hexadecimal digits of a text's SHA-256. */
export async function digest(text: string, digits: number): Promise<string> {
  const bytes = new TextEncoder().encode(text)
  // Browsers disable crypto.subtle on pages without https, such as a development server on the local network.
  if (!globalThis.crypto?.subtle) return (await import('../language/values/sha256.ts')).sha256(text).slice(0, digits)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .slice(0, digits)
}

/** Whether a manifest matches its revision: the hash of everything else in it. */
export async function hasValidChecksum(manifest: Manifest): Promise<boolean> {
  const { revision, ...body } = manifest
  const matches = async (text: string): Promise<boolean> => (await digest(text, revision.length)) === revision
  // A server sends the manifest in canonical form: without `revision` it is still that, and no key is sorted in the first load.
  return (await matches(JSON.stringify(body))) || matches(canonicalJson(body))
}
