import type { Plugin } from 'vite'

const LIBRARY = /\/i18next\/dist\/esm\/i18next\.js$/

/**
 * Classes without use here, and their replacements: texts come with the catalogue, and src/engine/language/texts/i18n.ts has its own
 * formatter.
 */
const UNUSED: readonly (readonly [declaration: string, replacement: string])[] = [
  ['class Connector extends EventEmitter {', 'class Connector { state = {}; on() {} }'],
  ['class Formatter {', 'class Formatter {}'],
]

/** Methods that nothing calls here, that only make hints to developers or details that are not asked for, or that do this without a loader. */
const METHODS: readonly (readonly [declaration: string, body: string])[] = [
  ['hydrate(resources, lng)', ''],
  ['dir(lng)', ''],
  ['cloneInstance(options = {}, callback = noop)', ''],
  ['loadNamespaces(ns, callback)', ''],
  ['loadLanguages(lngs, callback)', ''],
  ['reloadResources(lngs, ns, callback)', ''],
  ['loadResources(language, callback = noop)', "(typeof language === 'function' ? language : callback)(null)"],
  ['hasLoadedNamespace(ns, options = {})', 'return true'],
  ['getUsedParamsDetails(options = {})', ''],
  ['deprecateBareCode(code, formatted)', ''],
  ['deprecateDottedLng(method)', ''],
]

/** Replaces a part of the library's code, from its declaration to the line that ends it. */
function replaceBlock(code: string, declaration: string, end: string, replacement: string): string | null {
  const from = code.indexOf(declaration)
  const to = code.indexOf(end, from)
  return from < 0 || to < 0 ? null : code.slice(0, from) + replacement + code.slice(to + end.length)
}

/**
 * i18next without its loader of texts from a server, its default formats and the code of METHODS: 3.6 kB gzip of 15. Its package
 * is one module, whose classes the bundler cannot separate. Fails if a release has a different structure.
 */
export function i18next(): Plugin {
  return {
    name: 'placard:i18next',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!LIBRARY.test(id)) return null
      let rest = code
      const blocks = [
        ...UNUSED.map(([declaration, replacement]) => [declaration, '\n}\n', `${replacement}\n`] as const),
        ...METHODS.map(([method, body]) => [`\n  ${method} {`, '\n  }\n', `\n  ${method} { ${body} }\n`] as const),
      ]
      for (const [declaration, end, replacement] of blocks) {
        const replaced = replaceBlock(rest, declaration, end, replacement)
        if (replaced === null) return this.error(`${id} is made in another way: see codegen/vite/i18next.ts.`)
        rest = replaced
      }
      return { code: rest, map: null }
    },
  }
}
