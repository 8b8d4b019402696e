import { pseudoLocale } from '../../../codegen/compile/pseudoLocale.ts'

import { canonicalJson } from '../../core/canonicalJson.ts'
import type { Manifest } from '../../core/program.ts'
import { sha256 } from '../../core/sha256.ts'

/** The setting of a frame whose English texts are longer and accented. */
export const PSEUDO = 'pseudo'

type Load = (name: string) => Promise<Response>

/** The files of a draft with its English texts in the pseudo language, each under the hash of its content. */
export function createPseudo(): (name: string, load: Load) => Promise<Response> {
  const made = new Map<string, string>()
  const revisions = new Map<string, Promise<Manifest>>()

  async function pseudoManifest(load: Load): Promise<Manifest> {
    const manifest = (await (await load('manifest.json')).json()) as Manifest
    const known = revisions.get(manifest.revision) ?? make(manifest, load)
    revisions.set(manifest.revision, known)
    return known
  }

  async function make(manifest: Manifest, load: Load): Promise<Manifest> {
    const { en = '' } = manifest.locales
    const english = (await (await load(`${en}.json`)).json()) as Record<string, string>
    const text = canonicalJson(pseudoLocale(english))
    const hash = sha256(text).slice(0, en.length)
    made.set(hash, text)
    const changed = { ...manifest, locales: { ...manifest.locales, en: hash } }
    return {
      ...changed,
      revision: sha256(canonicalJson({ ...changed, revision: undefined })).slice(0, manifest.revision.length),
    }
  }

  return async (name, load) => {
    const text = made.get(name.replace('.json', ''))
    if (text !== undefined) return json(text)
    if (name === 'manifest.json') return json(JSON.stringify(await pseudoManifest(load)))
    if (name !== 'live.json') return load(name)
    const live = (await (await load(name)).json()) as object
    return json(JSON.stringify({ ...live, revision: (await pseudoManifest(load)).revision }))
  }
}

const json = (text: string): Response => new Response(text, { headers: { 'Content-Type': 'application/json' } })
