import { type ReactNode, useContext, useState } from 'react'
import { ViewContext } from '../../../src/engine/renderer/host.ts'
import { type Components, type StoryNode, widgets } from './registry.ts'
import { storyView } from './storyView.ts'

const schemas = new Map(widgets.map(({ name, schema }) => [name, schema]))

/** Draws a story's node: slots are elements, every event has a handler, and the value of an event becomes the prop of that name. */
export function Draw({ node, components }: { node: StoryNode; components: Components }): ReactNode {
  const [changed, setChanged] = useState<Record<string, unknown>>({})
  const outer = useContext(ViewContext)
  const [view] = useState(() => outer ?? storyView())
  const Component = components[node.widget]
  const schema = schemas.get(node.widget)
  if (!Component || !schema) throw new Error(`A story names the widget ${node.widget}, which is not there.`)
  const props: Record<string, unknown> = { ...node.props, ...changed }
  for (const event of Object.keys(schema.events ?? {})) {
    props[`on${event.charAt(0).toUpperCase()}${event.slice(1)}`] = (detail?: Record<string, unknown>) => {
      const known = Object.entries(detail ?? {}).filter(([key]) => key in schema.props.properties)
      if (known.length > 0) setChanged((before) => ({ ...before, ...Object.fromEntries(known) }))
    }
  }
  for (const [slot, content] of Object.entries(node.slots ?? {})) {
    props[slot] =
      typeof content === 'string'
        ? content
        : content.map((child, index) => <Draw key={index} node={child} components={components} />)
  }
  return (
    <ViewContext value={view}>
      <Component {...props} />
    </ViewContext>
  )
}
