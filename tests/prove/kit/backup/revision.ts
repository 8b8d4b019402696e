import { canonicalJson } from '../../../../src/engine/language/values/canonicalJson.ts'
import type { Manifest } from '../../../../src/engine/language/expressions/program.ts'
import { createClock } from '../../../../src/server/kit/clock.ts'
import { bodyOf, hashOf } from '../../../../src/server/kit/publishing/revision.ts'
import { createStore } from '../../../../src/server/kit/publishing/store.ts'
import { openDatabase } from '../../../../src/server/kit/storage/openDatabase.ts'

export interface Published {
  revision: string
  /** Name and text of its file. */
  file: string
  text: string
}

/** Publishes a revision with one file of texts on the database of a server that does not run. */
export async function publishTexts(database: string, mark: string): Promise<Published> {
  const text = canonicalJson({ mark })
  const file = hashOf(text)
  const body = {
    revision: '',
    routes: {},
    locales: { en: file },
    shell: { tabs: [], home: '/', login: '/', notFound: '/' },
    calls: {},
  } satisfies Manifest
  const manifest = { ...body, revision: hashOf(bodyOf(body)) }
  const { db, close } = await openDatabase(database)
  try {
    await createStore(db, createClock()).putLive(
      { manifest, files: new Map([[file, text]]), modules: new Map() },
      { action: 'publish', author: 'proof', note: mark, urgent: false, address: '' },
    )
  } finally {
    await close()
  }
  return { revision: manifest.revision, file, text }
}
