import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Call that src/engine/widgets/Icon/createIcon.ts implements: `createLucideIcon({name, node, …})`. */
const ICON = /\bcreateLucideIcon\(__iconData\)/

/**
 * Code that createIcon does not read, in dozens of icons: React's key of a line, the size of the square, and a
 * statement without effect.
 */
const UNUSED = /,\s*key: "[^"]*"|\s*size: 24,|^__iconData\.node;$/gm

/** The library's icons, drawn by the app's own few lines. Fails when a release makes them in another way. */
export function icons(root: string): Plugin {
  return {
    name: 'placard:icons',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/')
        ? join(root, 'src/engine/widgets/Icon/createIcon.ts')
        : null,
    transform(code, id) {
      if (!/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null
      if (!ICON.test(code) && !code.includes('export { default }'))
        this.error(`${id} is made in another way: see codegen/vite/icons.ts.`)
      return { code: code.replace(UNUSED, ''), map: null }
    },
  }
}
