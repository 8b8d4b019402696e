import type { Plugin } from 'vite'

const PACKAGE = /^react-router(\/dom)?$/
const DEVELOPMENT = '/react-router/dist/development/'
const PRODUCTION = '/react-router/dist/production/'

/** The production build of React Router: its package exports the development build alone. Fails if a release has another structure. */
export function router(): Plugin {
  return {
    name: 'placard:router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!PACKAGE.test(source)) return null
      const resolved = await this.resolve(source, importer, { skipSelf: true })
      if (!resolved?.id.includes(DEVELOPMENT))
        return this.error(`${source} has no development build: see codegen/vite/router.ts.`)
      return resolved.id.replace(DEVELOPMENT, PRODUCTION)
    },
  }
}
