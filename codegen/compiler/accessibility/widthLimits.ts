import type { Expr, Screen } from '../../../src/engine/language/expressions/program.ts'
import { alternativesOf, entriesOf, isOperation, operandsOf } from '../../../src/engine/language/expressions/visit.ts'
import { outline } from './outline.ts'
import type { CheckedProject } from '../checkedProject.ts'
import type { CheckedScreen } from '../compiledScreen.ts'
import type { Contract, Vocabulary } from '../contract/contract.ts'
import type { Schema } from '../contract/schema.ts'
import { member, type Source } from '../source/source.ts'

/** The smallest width limit of a text, in columns of ordinary letters. */
export interface WidthLimit {
  columns: number
  where: string
}

/** The file with the width of a tab's label. */
export const APP_SHELL = 'src/app/shell.json'

/** The smallest width limit of each text that the screens and the tabs show in a control of limited width, by key. */
export function widthLimits(
  { screens, shell, contract }: Pick<CheckedProject, 'screens' | 'shell' | 'contract'>,
  appShell: Source | undefined,
): ReadonlyMap<string, WidthLimit> {
  const limits = new Map<string, WidthLimit>()
  const setLimit = (key: string, limit: WidthLimit): void => {
    const known = limits.get(key)
    if (!known || limit.columns < known.columns) limits.set(key, limit)
  }
  for (const screen of screens) for (const [key, limit] of limitsOfScreen(screen, contract)) setLimit(key, limit)
  const tabWidth = tabLabelWidth(appShell)
  if (tabWidth !== undefined)
    for (const { label } of shell?.tabs ?? [])
      setLimit(label, { columns: tabWidth, where: 'the tab bar of screens/shell.json' })
  return limits
}

type KeyLimits = readonly (readonly [string, WidthLimit])[]
const known = new WeakMap<Screen, { vocabulary: Vocabulary; rooms: KeyLimits }>()

/** Width limits of the texts of one screen, cached until the screen or the contract changes. */
function limitsOfScreen({ file, screen, used }: CheckedScreen, contract: Contract): KeyLimits {
  if (!screen) return []
  const before = known.get(screen)
  if (before?.vocabulary === contract.vocabulary) return before.rooms
  const limits: [string, WidthLimit][] = []
  const keys = [...used.texts]
  for (const { node, widget } of outline(screen, contract)) {
    for (const [prop, expr] of Object.entries(node.exprs ?? {})) {
      const schema = widget.props.properties?.[prop]
      if (schema)
        collect(expr, schema, keys, (key, columns) =>
          limits.push([
            key,
            {
              columns,
              where: `a ${widget.name} of ${node.sourcePath.startsWith('parts/') ? `screens/${node.sourcePath.split('#')[0]}.json` : file}`,
            },
          ]),
        )
    }
  }
  known.set(screen, { vocabulary: contract.vocabulary, rooms: limits })
  return limits
}

function tabLabelWidth(app: Source | undefined): number | undefined {
  const limit = member(app?.root, 'tabRoom')?.value
  return typeof limit === 'number' ? limit : undefined
}

/** The keys of the texts that a value may show, where its schema limits their width. */
function collect(
  expr: Expr,
  schema: Schema,
  keys: readonly string[],
  report: (key: string, columns: number) => void,
): void {
  if (!isOperation(expr)) return
  const limit = schema['x-max-chars']
  for (const alternative of alternativesOf(expr) ?? []) collect(alternative, schema, keys, report)
  if (expr[0] === 'list' && schema.items) for (const item of operandsOf(expr)) collect(item, schema.items, keys, report)
  else if (expr[0] === 'map') {
    for (const [name, value] of entriesOf(expr)) {
      const inner = schema.properties?.[String(name)]
      if (inner) collect(value, inner, keys, report)
    }
  } else if (typeof limit === 'number') {
    if (expr[0] === 't') report(expr[1], limit)
    if (expr[0] === 'f' && expr[1] === 'enumText')
      for (const key of keys) if (key.startsWith(`${String(expr[2])}.`)) report(key, limit)
  }
}
