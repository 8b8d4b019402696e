import type { ComponentType } from 'react'
import { CHUNK_TIMEOUT_MS } from '../engine/language/constants.ts'
import type { Action } from '../engine/language/action.ts'
import { parseRequirement, type RequiredCapabilities } from '../engine/language/capabilities.ts'
import { createFunctionLoader } from '../engine/language/expressions/functionLoader.ts'
import type { PluginFunctions } from '../engine/language/plugin.ts'
import type { WidgetLoader } from '../engine/renderer/host.ts'
import { lazyComponent, lazyComponentLoaders } from '../engine/renderer/nodes/lazyComponent.ts'
import type { Widget } from '../engine/renderer/plan.ts'
import { isFieldAwaited, lazyFieldKinds, loadFields } from '../engine/widgets/Form/theme/loading.ts'
import { settled } from '../engine/language/report.ts'

export interface Module<T> {
  default: T
}
/** Capabilities that a screen requires and this build may still have to load. */
type Required = Pick<RequiredCapabilities, 'widgets' | 'functions' | 'fields' | 'deferred'>
type Load = () => Promise<Module<Widget>>
/** Draws the symbol of an id, such as that of a currency. */
export type SymbolOf = ComponentType<{ id: string }>

/** The files of the units of a build, by path. A folder is a unit: Name/Name.tsx, Name/Name.lazy.tsx and name/name.ts count, helpers beside them do not. */
export interface Units {
  widgets: Readonly<Record<string, Load>>
  actions: Readonly<Record<string, Action>>
  /** The drawing of the symbol of an id (Name/DrawingOf.lazy.tsx), where a widget of the product has one. */
  symbols: Readonly<Record<string, () => Promise<Module<SymbolOf>>>>
}

/** The units among the files: those named like their folder. */
function* namedModules<T>(files: Readonly<Record<string, T>>): Generator<[name: string, file: T, lazy: boolean]> {
  for (const [path, file] of Object.entries(files)) {
    const [, folder, name, lazy] = /([^/]+)\/([^/.]+)(\.lazy)?\.tsx?$/.exec(path) ?? []
    if (name !== undefined && name === folder) yield [name, file, lazy !== undefined]
  }
}

/** A chunk not loaded after this time counts as lost. */
export const withTimeout =
  <T>(load: () => Promise<T>): (() => Promise<T>) =>
  () =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('The chunk did not come in time.')), CHUNK_TIMEOUT_MS)
      load()
        .then(resolve, reject)
        .finally(() => clearTimeout(timer))
    })

const empty = <T>(): Record<string, T> => Object.create(null) as Record<string, T>

/** The units and functions of one product, which a page draws and executes. */
export function createRegistry(units: Units, pluginFunctions: PluginFunctions) {
  const functions = createFunctionLoader(pluginFunctions)

  const actions: Readonly<Record<string, Action>> = Object.assign(
    empty<Action>(),
    Object.fromEntries([...namedModules(units.actions)].map(([name, action]) => [name, action])),
  )

  const [loadSymbol] = Object.values(units.symbols)
  const Symbol = loadSymbol && lazyComponent(loadSymbol)

  const loaders = empty<Load>()
  const loaded = empty<Widget>()
  const lazyLoaders = empty<() => Promise<void>>()
  for (const [name, file, isLazy] of namedModules(units.widgets)) {
    const load = withTimeout(file)
    loaders[name] = load
    if (!isLazy) continue
    const component = lazyComponent(load)
    loaded[name] = component
    lazyLoaders[name] = component.load
  }
  /** The widget's drawing code in its own chunk (Name/Drawing.lazy.tsx): loaded together with the widget, not after it. */
  const companionChunks = empty<() => Promise<unknown>>()
  for (const [path, file] of Object.entries(units.widgets)) {
    const [, name] = /([^/]+)\/Drawing\.lazy\.tsx$/.exec(path) ?? []
    if (name !== undefined) companionChunks[name] = file
  }

  /** The widgets that may be drawn: those a screen has loaded, and the lazy ones, which suspend. */
  const widgets: Readonly<Record<string, Widget>> = loaded

  /** Whether this build has the widget, loaded or not. */
  const hasWidget = (name: string): boolean => Object.hasOwn(loaders, name)

  /** Loads the parts that a screen waits for, by name. A name this build lacks is left to the screen's fallbacks. Rejects when a chunk fails to load. */
  async function loadRequired(parts: Required): Promise<void> {
    await Promise.all([
      ...widgetsAtFirst(parts).map(loadWidget),
      loadFields(fieldsAtFirst(parts)),
      loadFunctionsOf(parts),
    ])
  }

  /** The widgets that a screen waits for. */
  const widgetsAtFirst = ({ widgets: required, deferred = [] }: Required): string[] =>
    required.filter((widget) => !deferred.includes(widget)).map((widget) => parseRequirement(widget).name)

  /** The kinds of fields that a screen waits for. */
  const fieldsAtFirst = ({ fields = [], deferred = [] }: Required): string[] =>
    fields.filter((kind) => !deferred.includes(kind))

  /** The part of loadRequired that a screen's expressions need. */
  async function loadFunctionsOf(parts: Pick<Required, 'functions'>): Promise<void> {
    await functions.load(namesOf(parts))
  }

  /** Returns whether all lazy functions among a screen's requirements are loaded. */
  const hasFunctions = (parts: Pick<Required, 'functions'>): boolean => namesOf(parts).every(functions.isLoaded)

  const namesOf = (parts: Pick<Required, 'functions'>): string[] =>
    parts.functions.map((required) => parseRequirement(required).name)

  async function loadWidget(name: string): Promise<void> {
    const load = hasWidget(name) ? loaders[name] : undefined
    if (!load) return
    // Lazy chunks load before they are drawn; their rendering reports a failure.
    for (const chunk of [companionChunks[name]?.(), lazyLoaders[name]?.()]) if (chunk) void settled(chunk)
    if (!Object.hasOwn(loaded, name)) loaded[name] = (await load()).default
  }

  /** Whether a screen can be drawn at once: its parts in this build are loaded, or are lazy. */
  const isLoaded = (parts: Required): boolean =>
    hasFunctions(parts) &&
    !fieldsAtFirst(parts).some(isFieldAwaited) &&
    !widgetsAtFirst(parts).some(widgetLoader.isAwaited)

  /** The widgets that no screen has loaded yet. */
  const widgetLoader: WidgetLoader = {
    isAwaited: (name) => hasWidget(name) && !Object.hasOwn(loaded, name),
    load: async (names) => void (await Promise.all(names.map(loadWidget))),
  }

  /** Loads everything in this build, one part after another; waits for `ready` before each. Rejects when a chunk fails to load. */
  async function loadAll(ready: () => Promise<void>): Promise<void> {
    const parts = [
      functions.loadAll,
      ...Object.keys(loaders).map((name) => () => loadWidget(name)),
      ...lazyFieldKinds.map((kind) => () => loadFields([kind])),
      ...lazyComponentLoaders(),
    ]
    for (const load of parts) {
      await ready()
      await load()
    }
  }

  return { actions, widgets, widgetLoader, Symbol, loadRequired, loadFunctionsOf, hasFunctions, isLoaded, loadAll }
}

export type Registry = ReturnType<typeof createRegistry>
