import type { CheckedProject } from './checkedProject.ts'
import { didYouMean } from './nearest.ts'
import { itemsOf, member, members, rangeOf } from './source.ts'
import { Reporter } from './reporter.ts'
import type { QuickFix, Diagnostic } from './diagnostics.ts'
import { PLURAL } from './texts.ts'
import { checkFlow } from './flow/flow.ts'
import { ACCESS_RULES } from '../../src/core/accessRules.ts'
import { checkAccessibility } from './accessibility.ts'
import { checkContrast } from './contrast.ts'
import { checkTextOverflow } from './textOverflow.ts'
import unknownText from '../check/rules/unknown-text.ts'
import unreachableScreen from '../check/rules/unreachable-screen.ts'
import unusedPart from '../check/rules/unused-part.ts'
import unusedText from '../check/rules/unused-text.ts'

/** Checks that need all files of the project. */
export function checkProject(project: CheckedProject, diagnostics: Diagnostic[]): void {
  diagnostics.push(...checkFlow(project))
  if (!project.hasUnparsedFiles) {
    checkReachability(project, diagnostics)
    checkUnusedParts(project, diagnostics)
    checkUnusedTexts(project, diagnostics)
  }
  checkBuiltInTexts(project, diagnostics)
  checkAccessibility(project, diagnostics)
  checkTextOverflow(project, diagnostics)
  checkContrast(project.sources.get('schemas/tokens.json'), diagnostics)
}

function checkReachability({ sources, screens, shell, shellRoutes }: CheckedProject, diagnostics: Diagnostic[]): void {
  if (!shell) return
  const byRoute = new Map(screens.map((one) => [one.route, one]))
  const reached = new Set<string>()
  const queue = [...shell.tabs.map((tab) => tab.route), shell.home, shell.login, shell.notFound, ...shellRoutes]
  for (let route = queue.pop(); route !== undefined; route = queue.pop()) {
    if (reached.has(route)) continue
    reached.add(route)
    const compiled = byRoute.get(route)
    // The guard redirects to the screens that satisfy access rules.
    queue.push(
      ...(compiled?.used.routes ?? []),
      ...(compiled?.screen?.access ?? []).flatMap((accessRule) => ACCESS_RULES[accessRule]?.route ?? []),
    )
  }
  for (const { file, route } of screens) {
    const source = sources.get(file)
    const at = member(source?.root, 'route')
    if (reached.has(route) || !source || !at) continue
    const reporter = new Reporter(source)
    reporter.report(unreachableScreen, { at: rangeOf(at), path: 'route', message: `Nothing leads to "${route}".` })
    diagnostics.push(...reporter.diagnostics)
  }
}

function checkUnusedParts({ sources, screens, parts }: CheckedProject, diagnostics: Diagnostic[]): void {
  const used = new Set([...screens, ...parts.values()].flatMap((one) => [...one.used.parts]))
  for (const id of parts.keys()) {
    const source = sources.get(`screens/parts/${id}.json`)
    const at = member(source?.root, 'id')
    if (used.has(id) || !source || !at) continue
    const reporter = new Reporter(source)
    reporter.report(unusedPart, { at: rangeOf(at), path: 'id', message: `No screen uses the part "${id}".` })
    diagnostics.push(...reporter.diagnostics)
  }
}

/** Texts that the code of widgets and actions shows. */
function checkBuiltInTexts({ sources, contract }: CheckedProject, diagnostics: Diagnostic[]): void {
  const folders = { widgets: [...contract.widgets.keys()], actions: [...contract.actions.keys()] }
  for (const [folder, names] of Object.entries(folders)) {
    for (const name of names) {
      const source = sources.get(`src/${folder}/${name}/${name}.schema.json`)
      if (!source) continue
      const reporter = new Reporter(source)
      for (const [index, text] of itemsOf(member(source.root, 'texts')).entries()) {
        const key = String(text.value)
        if (contract.texts.arguments(key)) continue
        reporter.report(unknownText, {
          at: rangeOf(text),
          path: `texts/${index}`,
          message: `There is no text "${key}" in locales/en.json, and this ${folder.slice(0, -1)} uses it.`,
          ...suggestionOf(didYouMean(key, contract.texts.keys())),
        })
      }
      diagnostics.push(...reporter.diagnostics)
    }
  }
}

const suggestionOf = (suggestion: QuickFix | undefined): { suggestion?: QuickFix } => (suggestion ? { suggestion } : {})

function checkUnusedTexts(
  { sources, screens, parts, contract, shellTexts }: CheckedProject,
  diagnostics: Diagnostic[],
): void {
  const source = sources.get('locales/en.json')
  if (!source) return
  const used = new Set(shellTexts)
  for (const one of [...screens, ...parts.values()]) for (const text of one.used.texts) used.add(text)
  for (const { texts } of [...contract.widgets.values(), ...contract.actions.values(), ...contract.forms.values()])
    for (const text of texts) used.add(text)
  for (const [file, prefix] of [
    ['schemas/errors.json', 'error'],
    ['schemas/successes.json', 'success'],
  ] as const) {
    for (const { name } of members(sources.get(file)?.root)) used.add(`${prefix}.${name}`)
  }
  const reporter = new Reporter(source)
  for (const { name, key } of members(source.root)) {
    if (!used.has(name.replace(PLURAL, '')))
      reporter.report(unusedText, { at: rangeOf(key), path: name, message: `Nothing shows the text "${name}".` })
  }
  diagnostics.push(...reporter.diagnostics)
}
