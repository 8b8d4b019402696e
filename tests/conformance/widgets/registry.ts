import { loadFields } from '../../../src/engine/widgets/Form/theme/loading.ts'
import type { ComponentType } from 'react'

export interface Story {
  name: string
  props: Record<string, unknown>
  slots?: Record<string, string | StoryNode[]>
  theme?: 'dark' | 'light'
  dir?: 'ltr' | 'rtl'
}

export interface StoryNode {
  widget: string
  props?: Record<string, unknown>
  slots?: Record<string, string | StoryNode[]>
}

export interface WidgetSchema {
  description: string
  version: number
  props: {
    type: 'object'
    properties: Record<string, Record<string, unknown>>
    required?: string[]
    additionalProperties: false
  }
  slots?: Record<string, { description: string }>
  events?: Record<string, { description: string; detail?: { properties?: Record<string, unknown> } }>
  texts?: string[]
  'x-a11y'?: { control?: unknown; holds?: unknown }
  lazy?: unknown
}

export interface Widget {
  name: string
  schema: WidgetSchema
  stories: Story[]
  /** Absent when the folder has no component, which the contract suite reports. */
  load?: () => Promise<ComponentType<Record<string, unknown>>>
}

type Module = { default: ComponentType<Record<string, unknown>> }

const schemas = import.meta.glob<WidgetSchema>('../../../src/{engine,product}/widgets/*/*.schema.json', {
  eager: true,
  import: 'default',
})
const stories = import.meta.glob<{ cases: Story[] }>('../../../src/{engine,product}/widgets/*/*.stories.json', {
  eager: true,
  import: 'default',
})
const modules = import.meta.glob<Module>([
  '../../../src/{engine,product}/widgets/*/*.tsx',
  '!../../../src/{engine,product}/widgets/**/*.test.tsx',
])

const folderOf = (path: string) => path.split('/').at(-2) ?? ''

/** Every widget with a schema, and the files beside it: the same glob as in the app's registry. */
export const widgets: Widget[] = Object.entries(schemas)
  .map(([path, schema]) => {
    const name = folderOf(path)
    const base = path.slice(0, path.lastIndexOf('/'))
    const module = modules[`${base}/${name}.tsx`] ?? modules[`${base}/${name}.lazy.tsx`]
    return {
      name,
      schema,
      stories: stories[`${base}/${name}.stories.json`]?.cases ?? [],
      ...(module && { load: async () => (await module()).default }),
    }
  })
  .toSorted((a, b) => a.name.localeCompare(b.name))

export type Components = Record<string, ComponentType<Record<string, unknown>>>

const broken = (error: unknown) => () => {
  throw error
}

/** A widget that cannot be loaded becomes one that throws the reason when drawn: the others are still drawn. */
export async function loadAll(): Promise<Components> {
  const loaded = widgets.map(async ({ name, load }) => (load ? [[name, await load().catch(broken)] as const] : []))
  await loadFields()
  return Object.fromEntries((await Promise.all(loaded)).flat())
}

/** Every widget in a story: itself and those in its slots. */
export function nodesOf(name: string, story: Story): StoryNode[] {
  const all: StoryNode[] = []
  const walk = (node: StoryNode) => {
    all.push(node)
    for (const slot of Object.values(node.slots ?? {})) if (typeof slot !== 'string') slot.forEach(walk)
  }
  walk({ widget: name, props: story.props, ...(story.slots && { slots: story.slots }) })
  return all
}
