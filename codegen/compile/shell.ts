import { ACCESS_RULES, explanationKey } from '../../src/core/accessRules.ts'
import type { CallDef, Shell } from '../../src/core/program.ts'
import { itemsOf, member, members, rangeOf, stringAt } from './source.ts'
import type { JsonNode, Source } from './source.ts'
import { callDef } from './contract.ts'
import type { Contract } from './contract.ts'
import { Reporter } from './reporter.ts'
import type { Diagnostic } from './diagnostics.ts'
import { replyShape } from './schema.ts'
import type { RouteInfo } from './declarations.ts'
import { shellHasNo, shellNeedsRoute } from '../check/rules/contract-shape.ts'
import { shellGivesNone } from '../check/rules/navigation-params.ts'
import { noCall } from '../check/rules/unknown-call.ts'
import { noIcon } from '../check/rules/unknown-icon.ts'
import { noRoute } from '../check/rules/unknown-route.ts'
import { unexplainedAccess, unknownKey } from '../check/rules/unknown-text.ts'

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
      if (!contract.texts.arguments(key)) reporter.report(unknownKey(key, contract.texts.keys()), rangeOf(node))
    }
    for (const [name, { route }] of Object.entries(ACCESS_RULES)) {
      if (route === null) continue
      const key = explanationKey(name)
      texts.push(key)
      if (routes.has(route) && !contract.texts.arguments(key))
        reporter.report(unexplainedAccess(name, key, route), { start: 0, end: 1 })
    }
    for (const node of itemsOf(member(app.root, 'routes'))) {
      const path = String(node.value)
      appRoutes.push(path)
      if (!routes.has(path)) reporter.report(noRoute(path, routes.keys()), rangeOf(node))
    }
    for (const node of itemsOf(member(app.root, 'calls'))) {
      const call = contract.calls.get(String(node.value))
      if (call) shellCalls[call.id] = callDef(call, replyShape(call.data))
      else reporter.report(noCall(String(node.value), contract.calls.keys()), rangeOf(node))
    }
    diagnostics.push(...reporter.diagnostics)
  }
  const source = sources.get('screens/shell.json')
  if (!source) return { shell: undefined, shellCalls, texts, routes: appRoutes }
  const reporter = new Reporter(source)
  const route = (node: JsonNode | undefined, name: string): string => {
    const path = stringAt(node, name)
    const at = member(node, name) ?? node ?? source.root
    if (path === undefined) reporter.report(shellNeedsRoute(name), at ? rangeOf(at) : { start: 0, end: 1 }, name)
    else if (!routes.has(path) && at) reporter.report(noRoute(path, routes.keys()), rangeOf(at), name)
    const required = routes.get(path ?? '')?.paramSchema.required ?? []
    if (required.length > 0 && at) reporter.report(shellGivesNone(path ?? '', required), rangeOf(at), name)
    return path ?? ''
  }
  const tabs = itemsOf(member(source.root, 'tabs')).map((tab) => {
    const label = stringAt(tab, 'label') ?? ''
    const icon = stringAt(tab, 'icon') ?? ''
    texts.push(label)
    const [labelAt, iconAt] = [member(tab, 'label') ?? tab, member(tab, 'icon') ?? tab]
    if (!contract.texts.arguments(label))
      reporter.report(unknownKey(label, contract.texts.keys()), rangeOf(labelAt), 'tabs')
    if (!contract.icons.has(icon)) reporter.report(noIcon(icon, contract.icons), rangeOf(iconAt), 'tabs')
    return { route: route(tab, 'route'), label, icon }
  })
  for (const { name, key } of members(source.root)) {
    if (!['$schema', 'tabs', 'home', 'login', 'notFound', 'description'].includes(name))
      reporter.report(shellHasNo(name), rangeOf(key), name)
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
