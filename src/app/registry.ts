import type { ComponentType } from 'react'
import { CHUNK_TIMEOUT_MS } from '../engine/language/constants.ts'
import type { Action } from '../engine/language/action.ts'
import { parseRequirement, type RequiredCapabilities } from '../engine/language/capabilities.ts'
import { createFunctionLoader } from '../engine/language/expressions/functionLoader.ts'
import { plugin } from '../product/plugin.ts'
import { lazyComponent, preloadAll } from '../engine/renderer/nodes/lazyComponent.ts'
import type { Widget } from '../engine/renderer/plan.ts'
import { isFieldAwaited, loadFields } from '../engine/widgets/Form/theme/loading.ts'

interface Module<T> {
  default: T
}
/** Capabilities that a screen requires and this build may still have to load. */
type Required = Pick<RequiredCapabilities, 'widgets' | 'functions' | 'fields' | 'deferred'>
type Load = () => Promise<Module<Widget>>

const functions = createFunctionLoader(plugin.functions)

// A folder is a unit: Name/Name.tsx, Name/Name.lazy.tsx and name/name.ts count, helpers beside them do not.
const modules = import.meta.glob<Module<Widget>>([
  '../{engine,product}/widgets/*/*.tsx',
  '!../engine/widgets/lib/*.tsx',
  '!../{engine,product}/widgets/*/*.test.tsx',
])
const handlers = import.meta.glob<Action>(
  ['../{engine,product}/actions/*/*.ts', '!../{engine,product}/actions/*/*.test.ts'],
  { eager: true, import: 'default' },
)

/** The units among the files: those named like their folder. */
function* namedModules<T>(files: Record<string, T>): Generator<[name: string, file: T, lazy: boolean]> {
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

export const actions: Readonly<Record<string, Action>> = Object.assign(
  empty<Action>(),
  Object.fromEntries([...namedModules(handlers)].map(([name, action]) => [name, action])),
)

/** A widget of the product may draw the symbol of an id (Name/DrawingOf.lazy.tsx). */
const [loadSymbol] = Object.values(
  import.meta.glob<Module<ComponentType<{ id: string }>>>('../product/widgets/*/DrawingOf.lazy.tsx'),
)
export const ProductSymbol = loadSymbol ? lazyComponent(loadSymbol) : undefined

const loaders = empty<Load>()
const loaded = empty<Widget>()
const lazyLoaders = empty<() => Promise<void>>()
for (const [name, file, isLazy] of namedModules(modules)) {
  const load = withTimeout(file)
  loaders[name] = load
  if (!isLazy) continue
  const component = lazyComponent(load)
  loaded[name] = component
  lazyLoaders[name] = component.load
}
/** The widget's drawing code in its own chunk (Name/Drawing.lazy.tsx): loaded together with the widget, not after it. */
const companionChunks = empty<() => Promise<unknown>>()
for (const [path, file] of Object.entries(modules)) {
  const [, name] = /([^/]+)\/Drawing\.lazy\.tsx$/.exec(path) ?? []
  if (name !== undefined) companionChunks[name] = file
}

/** The widgets that may be drawn: those a screen has loaded, and the lazy ones, which suspend. */
export const widgets: Readonly<Record<string, Widget>> = loaded

/** Whether this build has the widget, loaded or not. */
export const hasWidget = (name: string): boolean => Object.hasOwn(loaders, name)

/** Loads the parts that a screen requires, by name. A name this build lacks is left to the screen's fallbacks. Rejects when a chunk fails to load. */
export async function loadRequired(parts: Required): Promise<void> {
  await Promise.all([
    ...parts.widgets.map((widget) => loadWidget(parseRequirement(widget).name)),
    loadFields(fieldsAtFirst(parts)),
    loadFunctionsOf(parts),
  ])
}

/** The kinds of fields that a screen waits for. */
const fieldsAtFirst = ({ fields = [], deferred = [] }: Required): string[] =>
  fields.filter((kind) => !deferred.includes(kind))

/** The part of loadRequired that a screen's expressions need. */
export async function loadFunctionsOf(parts: Pick<Required, 'functions'>): Promise<void> {
  await functions.load(namesOf(parts))
}

/** Returns whether all lazy functions among a screen's requirements are loaded. */
export const hasFunctions = (parts: Pick<Required, 'functions'>): boolean => namesOf(parts).every(functions.isLoaded)

const namesOf = (parts: Pick<Required, 'functions'>): string[] =>
  parts.functions.map((required) => parseRequirement(required).name)

async function loadWidget(name: string): Promise<void> {
  const load = hasWidget(name) ? loaders[name] : undefined
  if (!load) return
  // Lazy chunks load before they are drawn; their rendering reports a failure.
  companionChunks[name]?.().catch(() => undefined)
  lazyLoaders[name]?.().catch(() => undefined)
  if (!Object.hasOwn(loaded, name)) loaded[name] = (await load()).default
}

/** Whether a screen can be drawn at once: its parts in this build are loaded, or are lazy. */
export const isLoaded = (parts: Required): boolean =>
  hasFunctions(parts) &&
  !fieldsAtFirst(parts).some(isFieldAwaited) &&
  parts.widgets.every((required) => {
    const { name } = parseRequirement(required)
    return Object.hasOwn(loaded, name) || !hasWidget(name)
  })

/** Everything in this build, for an idle network. */
export async function loadAll(): Promise<void> {
  await Promise.all([functions.loadAll(), loadFields(), ...Object.keys(loaders).map(loadWidget)])
  await preloadAll()
}
