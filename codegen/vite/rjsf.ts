import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, type ESTree } from 'rolldown/utils'
import type { Plugin } from 'vite'

/** The one module by which @rjsf/core's Form imports its complete default theme. */
const DEFAULT_THEME = /(^|\/)getDefaultRegistry\.js$/
const UTILITIES = '@rjsf/utils'
const ALL_OF = /(^|\/)shallowAllOfMerge\.js$/
const EXTRA_DATA = /(^|\/)(omitExtraData|toPathSchema)\.js$/

/** The folder of the app's own copy of a package; another copy is not changed. */
const folderOf = (root: string, name: string): string =>
  `${realpathSync(join(root, 'node_modules/@rjsf', name)).replaceAll('\\', '/')}/`

/**
 * The theme of src/engine/widgets/Form replaces the library's: the default fields, templates and widgets would come with every
 * form. Other modules give way too: the resolver of addresses, since references of a form stay within it, which the
 * compiler checks (5 kB of 44, gzip); the merger of `allOf`, which is loaded with the library's fields (5 kB); what
 * drops extra data, which the theme does (2 kB). Fails when the library imports them in another way.
 */
export function rjsf(root: string): Plugin[] {
  const theme = join(root, 'src/engine/widgets/Form/theme/')
  const [core, utilities] = [folderOf(root, 'core'), folderOf(root, 'utils')]
  const replaced = new Set<string>()
  const replace = (file: string): string => {
    replaced.add(file)
    return theme + file
  }
  const themed: Plugin = {
    name: 'placard:rjsf',
    enforce: 'pre',
    resolveId(source, given) {
      const importer = given?.replaceAll('\\', '/')
      if (importer === undefined) return null
      if (source === 'fast-uri' && importer.startsWith(utilities)) return replace('localReferences.ts')
      if (ALL_OF.test(source) && importer.startsWith(utilities)) return replace('lazyAllOf.ts')
      if (EXTRA_DATA.test(source) && importer.startsWith(utilities)) return replace('unused.ts')
      return DEFAULT_THEME.test(source) && importer.startsWith(core) ? replace('emptyRegistry.ts') : null
    },
    buildEnd(error) {
      if (
        error ||
        this.environment.config.command !== 'build' ||
        !this.getModuleInfo(join(root, 'src/engine/widgets/Form/Form.tsx'))
      )
        return
      for (const file of ['emptyRegistry.ts', 'lazyAllOf.ts', 'localReferences.ts', 'unused.ts'])
        if (!replaced.has(file))
          this.error(`@rjsf imports what ${file} stands for in another way: see codegen/vite/rjsf.ts.`)
    },
  }
  return [themed, direct(root)]
}

/** As one of the package's own modules imports its index. */
const OWN_INDEX = './index.js'

/** Where an export of a package is: the module below `lib`, and its name there. */
interface Origin {
  module: string
  name: string
}

/**
 * Imports from @rjsf/utils of the modules themselves. Through its index each of them would be in the chunk of the form, those that
 * only the library's own fields need included (3 kB gzip).
 */
function direct(root: string): Plugin {
  const lib = join(root, 'node_modules', UTILITIES, 'lib')
  const [utilities, ...importers] = ['utils', 'core', 'validator-ajv8'].map((name) => folderOf(root, name))
  let origins: ReadonlyMap<string, Origin> | undefined
  return {
    name: 'placard:rjsf-utils',
    apply: 'build',
    transform(code, id) {
      const file = id.replaceAll('\\', '/')
      const isOwn = file.startsWith(utilities ?? '')
      const index = isOwn ? OWN_INDEX : UTILITIES
      if (
        !code.includes(index) ||
        (file.includes('/node_modules/') && !isOwn && !importers.some((folder) => file.startsWith(folder)))
      )
        return null
      const known = (origins ??= originsIn(lib, 'index.js'))
      let out = ''
      let at = 0
      for (const statement of this.parse(code).body) {
        if (statement.type !== 'ImportDeclaration' || statement.source.value !== index) continue
        out += code.slice(at, statement.start)
        for (const specifier of statement.specifiers) {
          const origin =
            specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
              ? known.get(specifier.imported.name)
              : undefined
          if (!origin)
            return this.error(
              `@rjsf/utils has another index: "${specifier.local.name}" is not in it. See codegen/vite/rjsf.ts.`,
            )
          out += `import { ${origin.name} as ${specifier.local.name} } from '${UTILITIES}/lib/${origin.module}';`
        }
        at = statement.end
      }
      return at === 0 ? null : { code: out + code.slice(at), map: null }
    },
  }
}

/** Exports and re-exports of a module, by name. */
function originsIn(lib: string, module: string, origins = new Map<string, Origin>()): Map<string, Origin> {
  const within = (source: string): string => join(dirname(module), source).replaceAll('\\', '/')
  for (const statement of parseSync(module, readFileSync(join(lib, module), 'utf8')).program.body) {
    if (statement.type === 'ImportDeclaration') {
      for (const specifier of statement.specifiers) {
        const name =
          specifier.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
            ? specifier.imported.name
            : 'default'
        origins.set(specifier.local.name, { module: within(statement.source.value), name })
      }
    } else if (statement.type === 'ExportAllDeclaration') originsIn(lib, within(statement.source.value), origins)
    else if (statement.type === 'ExportNamedDeclaration')
      for (const name of declaredBy(statement.declaration)) origins.set(name, { module, name })
  }
  return origins
}

function declaredBy(declaration: ESTree.Declaration | null): string[] {
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []))
  return declaration?.type === 'FunctionDeclaration' && declaration.id ? [declaration.id.name] : []
}
