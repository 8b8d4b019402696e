import type { Plugin } from 'vite'

const PACKAGE = /^react-router(\/dom)?$/
const DEVELOPMENT = '/react-router/dist/development/'
const PRODUCTION = '/react-router/dist/production/'

/** A statement that only names a component for the developer tools. */
const DISPLAY_NAME = /^[\w$]+\.displayName = .*;$/gm
const COMPONENT = /= (React\d*\.(?:createContext|forwardRef|memo)\()/g

/**
 * React Router without what the app does not import: 8.6 kB gzip of 13.6. Its package exports the development build alone, and
 * the bundler takes calls of `forwardRef` and writes of `displayName` for effects, which would keep links, forms and the scroll
 * restoration of the data router. Fails if a release has a different structure.
 */
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
    transform(code, id) {
      if (!id.includes(PRODUCTION)) return null
      if (code.includes('function HashRouter(') && (code.search(DISPLAY_NAME) < 0 || code.search(COMPONENT) < 0))
        this.error(`${id} is made in another way: see codegen/vite/router.ts.`)
      return { code: code.replace(DISPLAY_NAME, '').replace(COMPONENT, '= /* @__PURE__ */ $1'), map: null }
    },
  }
}
