import type { Plugin } from 'vite'

const MUTATIONS = /\/@tanstack\/query-core\/build\/modern\/mutationCache\.js$/

/**
 * The query library without its mutations, 1 kB gzip: src/engine/transport/api.ts sends every write, with its own rules for payments and retries.
 * The client of the library creates their cache all the same. Fails if a release has a different structure.
 */
export function queryCore(): Plugin {
  return {
    name: 'placard:query-core',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!MUTATIONS.test(id)) return null
      if (!code.includes('var MutationCache = class extends Subscribable {'))
        this.error(`${id} is made in another way: see codegen/vite/queryCore.ts.`)
      return {
        code: 'export class MutationCache { clear() {} findAll() { return [] } async resumePausedMutations() {} }',
        map: null,
      }
    },
  }
}
