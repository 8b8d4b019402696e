import { ACCESS_RULES, explanationKey } from '../../src/core/accessRules.ts'
import type { CallDef, Shell } from '../../src/core/program.ts'
import { itemsOf, member, members, rangeOf, stringAt } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import { callDef } from './contract.ts'
import type { Contract } from './contract.ts'
import { Reporter } from './reporter.ts'
import type { Diagnostic, Suggestion } from './diagnostics.ts'
import { didYouMean } from './nearest.ts'
import { replyShape } from './schema.ts'
import type { RouteInfo } from './declarations.ts'
import contractShape from '../check/rules/contract-shape.ts'
import navigationParams from '../check/rules/navigation-params.ts'
import unknownCall from '../check/rules/unknown-call.ts'
import unknownIcon from '../check/rules/unknown-icon.ts'
import unknownRoute from '../check/rules/unknown-route.ts'
import unknownText from '../check/rules/unknown-text.ts'

export interface ShellResult {
  shell: Shell | undefined
  shellCalls: Record<string, CallDef>
  /** Texts that the app's own code shows. */
  texts: string[]
  /** Routes that the app's own code leads to. */
  routes: string[]
}

/** screens/shell.json (tabs and the routes the app itself leads to) and src/app/shell.json (what its code calls and says). */
export function readShell(
  sources: ReadonlyMap<string, Source>,
  contract: Contract,
  routes: ReadonlyMap<string, RouteInfo>,
  diagnostics: Diagnostic[],
): ShellResult {
  const texts: string[] = []
  const appRoutes: string[] = []
  const shellCalls: Record<string, CallDef> = {}
  const app = sources.get('src/app/shell.json')
  if (app) {
    const reporter = new Reporter(app)
    for (const node of itemsOf(member(app.root, 'texts'))) {
      const key = String(node.value)
      texts.push(key)
      if (!contract.texts.arguments(key))
        reporter.report(unknownText, {
          at: rangeOf(node),
          message: `There is no text "${key}" in locales/en.json.`,
          ...suggest(key, contract.texts.keys()),
        })
    }
    for (const [name, { route }] of Object.entries(ACCESS_RULES)) {
      if (route === null) continue
      const key = explanationKey(name)
      texts.push(key)
      if (routes.has(route) && !contract.texts.arguments(key))
        reporter.report(unknownText, {
          at: { start: 0, end: 1 },
          message: `The access rule "${name}" needs the text "${key}": it explains why "${route}" is shown.`,
          suggestion: `Add "${key}" to locales/en.json.`,
        })
    }
    for (const node of itemsOf(member(app.root, 'routes'))) {
      const path = String(node.value)
      appRoutes.push(path)
      if (!routes.has(path))
        reporter.report(unknownRoute, {
          at: rangeOf(node),
          message: `No screen has the route "${path}".`,
          ...suggest(path, routes.keys()),
        })
    }
    for (const node of itemsOf(member(app.root, 'calls'))) {
      const call = contract.calls.get(String(node.value))
      if (call) shellCalls[call.id] = callDef(call, replyShape(call.data))
      else
        reporter.report(unknownCall, {
          at: rangeOf(node),
          message: `There is no call "${String(node.value)}" in the contract.`,
          ...suggest(String(node.value), contract.calls.keys()),
        })
    }
    diagnostics.push(...reporter.diagnostics)
  }
  const source = sources.get('screens/shell.json')
  if (!source) return { shell: undefined, shellCalls, texts, routes: appRoutes }
  const reporter = new Reporter(source)
  const route = (node: JsonNode | undefined, name: string): string => {
    const path = stringAt(node, name)
    const at = member(node, name) ?? node ?? source.root
    if (path === undefined)
      reporter.report(contractShape, {
        at: at ? rangeOf(at) : { start: 0, end: 1 },
        path: name,
        message: `The shell needs "${name}": a route.`,
      })
    else if (!routes.has(path) && at)
      reporter.report(unknownRoute, {
        at: rangeOf(at),
        path: name,
        message: `No screen has the route "${path}".`,
        ...suggest(path, routes.keys()),
      })
    const required = routes.get(path ?? '')?.paramSchema.required ?? []
    if (required.length > 0 && at)
      reporter.report(navigationParams, {
        at: rangeOf(at),
        path: name,
        message: `"${path ?? ''}" requires ${required.map((one) => `"${one}"`).join(', ')}, and the shell gives no parameters.`,
        suggestion: 'Give the parameter a "default" instead.',
      })
    return path ?? ''
  }
  const tabs = itemsOf(member(source.root, 'tabs')).map((tab) => {
    const label = stringAt(tab, 'label') ?? ''
    const icon = stringAt(tab, 'icon') ?? ''
    texts.push(label)
    const [labelAt, iconAt] = [member(tab, 'label') ?? tab, member(tab, 'icon') ?? tab]
    if (!contract.texts.arguments(label))
      reporter.report(unknownText, {
        at: rangeOf(labelAt),
        path: 'tabs',
        message: `There is no text "${label}" in locales/en.json.`,
        ...suggest(label, contract.texts.keys()),
      })
    if (!contract.icons.has(icon))
      reporter.report(unknownIcon, {
        at: rangeOf(iconAt),
        path: 'tabs',
        message: `There is no icon "${icon}".`,
        ...suggest(icon, contract.icons),
      })
    return { route: route(tab, 'route'), label, icon }
  })
  for (const { name, key } of members(source.root)) {
    if (!['$schema', 'tabs', 'home', 'login', 'notFound', 'description'].includes(name))
      reporter.report(contractShape, { at: rangeOf(key), path: name, message: `The shell has no "${name}".` })
  }
  const shell: Shell = {
    tabs,
    home: route(source.root, 'home'),
    login: route(source.root, 'login'),
    notFound: route(source.root, 'notFound'),
  }
  diagnostics.push(...reporter.diagnostics)
  return { shell, shellCalls, texts, routes: appRoutes }
}

function suggest(wrong: string, names: Iterable<string>): { suggestion?: Suggestion } {
  const suggestion = didYouMean(wrong, names)
  return suggestion === undefined ? {} : { suggestion }
}
