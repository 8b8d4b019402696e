import type { ProjectIndex } from '../projectIndex.ts'
import type { RuleSet } from '../ruleSet.ts'
import { explanationKey } from '../../../src/engine/language/accessRules.ts'
import type { CallDef, Shell } from '../../../src/engine/language/expressions/program.ts'
import { SERVICES, type ServiceName } from '../../../src/engine/language/services.ts'
import { SERVICES_FILE } from '../source/folders.ts'
import { itemsOf, member, members, rangeOf, stringAt } from '../source/source.ts'
import type { JsonNode, Source } from '../source/source.ts'
import { callDef } from './contract.ts'
import type { Contract } from './contract.ts'
import { Reporter } from '../source/findings/reporter.ts'
import type { Finding } from '../source/findings/diagnostics.ts'
import { replyShape } from './schema.ts'

export interface ShellResult {
  shell: Shell | undefined
  shellCalls: Record<string, CallDef>
  /** Texts that the app's own code shows. */
  texts: string[]
  /** Routes that the app's own code leads to. */
  routes: string[]
}

/** Routes of the shell that a product may leave out, with the parameters that the app gives them. */
const OPTIONAL_ROUTES: Readonly<Record<'entry' | 'webview' | 'payPasswordReset', readonly string[]>> = {
  entry: [],
  webview: ['url'],
  payPasswordReset: ['forgot'],
}
const MEMBERS: readonly string[] = [
  '$schema',
  'tabs',
  'home',
  'login',
  'notFound',
  'description',
  ...Object.keys(OPTIONAL_ROUTES),
]

/** screens/shell.json (tabs and the routes that the app's own code opens), src/app/shell.json (its texts) and src/product/services.json (its calls). */
export function readShell(
  sources: ReadonlyMap<string, Source>,
  contract: Contract,
  { routes, rules }: Pick<ProjectIndex, 'routes' | 'rules'>,
  diagnostics: Finding[],
): ShellResult {
  const texts: string[] = []
  const app = sources.get('src/app/shell.json')
  if (app) {
    const reporter = new Reporter(app, rules)
    for (const node of itemsOf(member(app.root, 'texts'))) {
      const key = String(node.value)
      texts.push(key)
      if (!contract.texts.arguments(key))
        reporter.emit({ event: 'unknownText', key, keys: contract.texts.keys() }, rangeOf(node))
    }
    for (const [name, { route }] of contract.accessRules) {
      if (route === null) continue
      const key = explanationKey(name)
      texts.push(key)
      if (routes.has(route) && !contract.texts.arguments(key))
        reporter.emit({ event: 'unexplainedAccess', accessRule: name, key, route }, { start: 0, end: 1 })
    }
    diagnostics.push(...reporter.diagnostics)
  }
  const services = sources.get(SERVICES_FILE)
  const shellCalls = services ? readServices(services, contract, rules, diagnostics) : {}
  const source = sources.get('screens/shell.json')
  if (!source) return { shell: undefined, shellCalls, texts, routes: [] }
  const reporter = new Reporter(source, rules)
  const route = (node: JsonNode | undefined, name: string, given: readonly string[] = []): string => {
    const path = stringAt(node, name)
    const at = member(node, name) ?? node ?? source.root
    if (path === undefined)
      reporter.emit({ event: 'shellNeedsRoute', name }, at ? rangeOf(at) : { start: 0, end: 1 }, name)
    else if (!routes.has(path) && at)
      reporter.emit({ event: 'unknownRoute', route: path, routes: routes.keys() }, rangeOf(at), name)
    const required = (routes.get(path ?? '')?.paramSchema.required ?? []).filter((name) => !given.includes(name))
    if (required.length > 0 && at)
      reporter.emit({ event: 'shellRouteNeedsParams', route: path ?? '', required }, rangeOf(at), name)
    return path ?? ''
  }
  const tabs = itemsOf(member(source.root, 'tabs')).map((tab) => {
    const label = stringAt(tab, 'label') ?? ''
    const icon = stringAt(tab, 'icon') ?? ''
    texts.push(label)
    const [labelAt, iconAt] = [member(tab, 'label') ?? tab, member(tab, 'icon') ?? tab]
    if (!contract.texts.arguments(label))
      reporter.emit({ event: 'unknownText', key: label, keys: contract.texts.keys() }, rangeOf(labelAt), 'tabs')
    if (!contract.icons.has(icon))
      reporter.emit({ event: 'unknownIcon', icon, icons: contract.icons }, rangeOf(iconAt), 'tabs')
    return { route: route(tab, 'route'), label, icon }
  })
  for (const { name, key } of members(source.root)) {
    if (!MEMBERS.includes(name)) reporter.emit({ event: 'unknownShellMember', name }, rangeOf(key), name)
  }
  const optional = Object.entries(OPTIONAL_ROUTES).flatMap(([name, given]) =>
    member(source.root, name) ? [[name, route(source.root, name, given)] as const] : [],
  )
  const shell: Shell = {
    ...Object.fromEntries(optional),
    tabs,
    home: route(source.root, 'home'),
    login: route(source.root, 'login'),
    notFound: route(source.root, 'notFound'),
  }
  diagnostics.push(...reporter.diagnostics)
  return { shell, shellCalls, texts, routes: optional.map(([, path]) => path) }
}

/** The definitions of the calls that serve the app's own code. Each takes what the app sends. */
function readServices(
  source: Source,
  contract: Contract,
  rules: RuleSet,
  diagnostics: Finding[],
): Record<string, CallDef> {
  const reporter = new Reporter(source, rules)
  const defs: Record<string, CallDef> = {}
  for (const { name, key, value } of members(source.root)) {
    const sent: readonly string[] | undefined = Object.hasOwn(SERVICES, name)
      ? SERVICES[name as ServiceName]
      : undefined
    if (!sent) reporter.emit({ event: 'unknownService', name, services: Object.keys(SERVICES) }, rangeOf(key), name)
    const id = String(value.value)
    const call = contract.calls.get(id)
    if (!call) {
      reporter.emit({ event: 'unknownCall', call: id, calls: contract.calls.keys() }, rangeOf(value), name)
      continue
    }
    defs[id] = callDef(call, replyShape(call.data))
    const { properties = {}, required = [] } = call.payload
    const missing = sent?.find((field) => !Object.hasOwn(properties, field))
    const extra = sent && required.find((field) => !sent.includes(field))
    if (missing !== undefined)
      reporter.emit({ event: 'serviceFieldMissing', service: name, call: id, field: missing }, rangeOf(value), name)
    else if (extra !== undefined)
      reporter.emit({ event: 'serviceFieldRequired', service: name, call: id, field: extra }, rangeOf(value), name)
  }
  diagnostics.push(...reporter.diagnostics)
  return defs
}
