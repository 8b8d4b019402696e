import { withState } from '../../../codegen/fixtures/reply.ts'
import { pseudoLocale } from '../../../codegen/compiler/service/index.ts'

import { canonicalJson } from '../../engine/language/values/canonicalJson.ts'
import type { Json, Manifest, Screen } from '../../engine/language/expressions/program.ts'
import { sha256 } from '../../engine/language/values/sha256.ts'

/** The setting of a frame whose English texts are longer and accented. */
export const PSEUDO = 'pseudo'

type Load = (name: string) => Promise<Response>

/** The revisions that this page has saved, by the link of their draft. Another author of the change set saves other ones under it. */
const ownRevisions = new Map<string, string>()

/** From now on the frames of this page show this revision of a draft. */
export const showRevision = (link: string, revision: string): void => void ownRevisions.set(link, revision)

/** Loads the files of the revision that this page has saved last; without one, and without its manifest, those that the server has. */
const ofOwnRevision =
  (link: string, load: Load): Load =>
  async (name) => {
    const revision = ownRevisions.get(link)
    if (revision === undefined || (name !== 'live.json' && name !== 'manifest.json')) return load(name)
    const manifest = await load(`${revision}.json`)
    const latest = name === 'live.json' || !manifest.ok ? await load(name) : manifest
    if (!manifest.ok || !latest.ok) return latest
    const content = (await latest.json()) as object
    return json(JSON.stringify({ ...content, revision, ...(name === 'live.json' && { recent: [revision] }) }))
  }

/** Differences between a frame and the draft. */
export interface DraftChanges {
  /** The secret part of the draft's address. */
  link: string
  /** English texts are in the pseudo language. */
  pseudo: boolean
  /** Initial values of states of the screen at a route. */
  state?: { route: string; values: Readonly<Record<string, Json>> }
}

/**
 * Changed files of all frames by hash. The app keeps the catalogue that it has loaded for its next start: a frame may ask for a file that an
 * earlier one has made.
 */
const made = new Map<string, string>()

/** The files of a draft with changes, each under the hash of its content. */
export function createDraftFiles({
  link,
  pseudo,
  state,
}: DraftChanges): (name: string, load: Load) => Promise<Response> {
  const isChanged = pseudo || state !== undefined
  const revisions = new Map<string, Promise<Manifest>>()

  async function changedManifest(load: Load): Promise<Manifest> {
    const manifest = (await (await load('manifest.json')).json()) as Manifest
    const known = revisions.get(manifest.revision) ?? make(manifest, load)
    revisions.set(manifest.revision, known)
    return known
  }

  /** Changes a file, and returns its hash. */
  async function changeFile(hash: string, load: Load, change: (value: Json) => Json): Promise<string> {
    const text = canonicalJson(change((await (await load(`${hash}.json`)).json()) as Json))
    const changed = sha256(text).slice(0, hash.length)
    made.set(changed, text)
    return changed
  }

  async function make(manifest: Manifest, load: Load): Promise<Manifest> {
    const changed = { ...manifest, locales: { ...manifest.locales }, routes: { ...manifest.routes } }
    const { en } = manifest.locales
    if (pseudo && en !== undefined)
      changed.locales.en = await changeFile(en, load, (texts) => pseudoLocale(texts as Record<string, string>))
    const entry = state && manifest.routes[state.route]
    if (entry)
      changed.routes[state.route] = {
        ...entry,
        hash: await changeFile(
          entry.hash,
          load,
          (screen) => withState(screen as unknown as Screen, state.values) as unknown as Json,
        ),
      }
    return {
      ...changed,
      revision: sha256(canonicalJson({ ...changed, revision: undefined })).slice(0, manifest.revision.length),
    }
  }

  return async (name, loadLatest) => {
    const text = made.get(name.replace('.json', ''))
    if (text !== undefined) return json(text)
    const load = ofOwnRevision(link, loadLatest)
    if (!isChanged) return load(name)
    if (name === 'manifest.json') return json(JSON.stringify(await changedManifest(load)))
    if (name !== 'live.json') return load(name)
    const live = (await (await load(name)).json()) as object
    return json(JSON.stringify({ ...live, revision: (await changedManifest(load)).revision }))
  }
}

const json = (text: string): Response => new Response(text, { headers: { 'Content-Type': 'application/json' } })
