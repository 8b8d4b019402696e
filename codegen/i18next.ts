import type { Plugin } from 'vite'

const LIBRARY = /\/i18next\/dist\/esm\/i18next\.js$/

/** Classes without use here, and what stands in their place: texts come with the catalogue, and src/core/i18n.ts has its own formatter. */
const UNUSED: readonly (readonly [declaration: string, replacement: string])[] = [
  ['class Connector extends EventEmitter {', 'class Connector { state = {}; on() {} }'],
  ['class Formatter {', 'class Formatter {}'],
]

/** A class of the library's code from its declaration to its end, without indentation, of a line. */
function replaceClass(code: string, declaration: string, replacement: string): string | null {
  const start = code.indexOf(declaration)
  const end = code.indexOf('\n}\n', start)
  return start < 0 || end < 0 ? null : code.slice(0, start) + replacement + code.slice(end + 2)
}

/**
 * i18next without its loader of texts from a server and its default formats: 2 kB gzip of 15. Its package is one module, whose classes
 * the bundler cannot separate. Fails if a release has a different structure.
 */
export function i18next(): Plugin {
  return {
    name: 'placard:i18next',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!LIBRARY.test(id)) return null
      let rest = code
      for (const [declaration, replacement] of UNUSED) {
        const replaced = replaceClass(rest, declaration, replacement)
        if (replaced === null) return this.error(`${id} is made in another way: see codegen/i18next.ts.`)
        rest = replaced
      }
      return { code: rest, map: null }
    },
  }
}
