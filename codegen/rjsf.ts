import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** The one module by which @rjsf/core's Form imports its whole default theme. */
const DEFAULT_THEME = /(^|\/)getDefaultRegistry\.js$/

/**
 * The theme of src/widgets/Form in the place of the library's: the default fields, templates and widgets would come with every form.
 * The resolver of addresses gives way too: references of a form stay within it, which the compiler holds (5 kB of 44, gzip).
 */
export function rjsf(root: string): Plugin {
  const theme = join(root, 'src/widgets/Form/theme/')
  const own = `${theme}emptyRegistry.ts`
  const within = (name: string, file: string | undefined): boolean => file?.replaceAll('\\', '/').startsWith(folderOf(root, name)) === true
  let replaced = false
  return {
    name: 'placard:rjsf',
    enforce: 'pre',
    resolveId(source, importer) {
      if (source === 'fast-uri' && within('utils', importer)) return `${theme}localReferences.ts`
      if (!DEFAULT_THEME.test(source) || !within('core', importer)) return null
      replaced = true
      return own
    },
    buildEnd(error) {
      if (!error && !replaced && this.environment.config.command === 'build' && this.getModuleInfo(join(root, 'src/widgets/Form/Form.tsx'))) this.error('@rjsf/core imports its default theme in another way: see codegen/rjsf.ts.')
    },
  }
}

/** A package of the library as this app has it installed, as bundlers name its files: a copy that something else brings with it is left alone. */
const folderOf = (root: string, name: string): string => `${realpathSync(join(root, 'node_modules/@rjsf', name)).replaceAll('\\', '/')}/`
