import { join } from 'node:path'
import type { Plugin } from 'vite'

/** What src/widgets/Icon/createIcon.ts understands: `createLucideIcon({name, node, …})`. */
const ICON = /\bcreateLucideIcon\(__iconData\)/

/** React's key of a line, six letters of chance: createIcon needs none, and a first load has dozens of icons. */
const KEY = /,\s*key: "[^"]*"/g

/** The library's icons, drawn by the app's own few lines. Fails when a release makes them in another way. */
export function icons(root: string): Plugin {
  return {
    name: 'placard:icons',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id === '../createLucideIcon.mjs' && importer?.includes('/lucide-react/')
        ? join(root, 'src/widgets/Icon/createIcon.ts')
        : null,
    transform(code, id) {
      if (!/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null
      if (!ICON.test(code) && !code.includes('export { default }'))
        this.error(`${id} is made in another way: see codegen/icons.ts.`)
      return { code: code.replace(KEY, ''), map: null }
    },
  }
}
