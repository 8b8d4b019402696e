import { CHUNK_TIMEOUT_MS } from '../language/constants.ts'
import { isFormModule, linkValidators, type FormValidators } from '../language/forms/formModule.ts'
import { IntegrityError, type Files } from './files.ts'
import { formats } from '../language/forms/schemaFormats.ts'

/** Runs the module at a path of this origin if its bytes have this integrity, and resolves to its exports. Rejects when they could not be fetched or are other bytes: then none of it has run. */
export type Run = (path: string, integrity: string) => Promise<unknown>

/** The validators of forms, each module loaded once. A module is named by all 64 hexadecimal digits of the SHA-256 of its text. */
export interface FormModules {
  /** Rejects with IntegrityError when the server's bytes do not match the hash. A failed load is not cached. */
  load(hash: string): Promise<FormValidators>
  /** The validators, if they have been loaded. */
  peek(hash: string): FormValidators | undefined
  /** Caches the text of a module for offline use. */
  cacheOffline(hash: string): Promise<void>
}

/** Creates the loader of the modules under the path `base`. `now` returns the milliseconds that make the address of a retry unique. */
export function createFormModules(
  files: Pick<Files, 'cacheOffline' | 'refetch'>,
  base: string,
  run: Run,
  now: () => number = Date.now,
): FormModules {
  const loading = new Map<string, Promise<FormValidators>>()
  const loaded = new Map<string, FormValidators>()

  async function obtain(hash: string): Promise<FormValidators> {
    if (formats.sha256?.(hash) !== true) throw new IntegrityError('The form names no module by its hash.')
    const path = `${base}${hash}.js`
    const integrity = `sha256-${base64(hash)}`
    const found = await run(path, integrity).catch(async () => {
      // The browser does not distinguish a network error from other bytes. This does, and replaces a bad copy in the HTTP cache and on the device.
      await files.refetch(hash, 'js')
      // A document remembers a failed module by its address.
      return run(`${path}?${now()}`, integrity)
    })
    if (!isFormModule(found)) throw new IntegrityError(`${path}: not the module of a form`)
    return linkValidators(found)
  }

  return {
    load(hash) {
      const known = loading.get(hash)
      if (known) return known
      const started = withTimeout(obtain(hash))
      loading.set(hash, started)
      started.then(
        (validators) => loaded.set(hash, validators),
        () => loading.delete(hash),
      )
      return started
    },
    peek: (hash) => loaded.get(hash),
    cacheOffline: (hash) => files.cacheOffline(hash, 'js'),
  }
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The module of a form did not arrive in time.')), CHUNK_TIMEOUT_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

const base64 = (hash: string): string =>
  btoa(String.fromCharCode(...(hash.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))))
