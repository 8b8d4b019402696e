import type { Contract } from '../../../codegen/compiler/service/project.ts'
import { requirement } from '../../engine/language/capabilities.ts'
import { MARK_PROP } from '../../engine/language/draftMarks.ts'
import { LIMITS, type Node, type Screen } from '../../engine/language/expressions/program.ts'
import { visitNodes } from '../../engine/language/expressions/visit.ts'
import { partPicture, partUses, type Surroundings } from './partPictures.ts'
import type { GalleryItem } from './protocol.ts'
import { lowerStory } from './stories.ts'

interface Project {
  screens: readonly Screen[]
  contract: Contract
}

/** Nodes around each picture: its card, its name, its sentence, its frame. */
const AROUND = 4
/** Nodes around all of them. */
const OUTER = 2

/** The pictures of items in two columns, each with its mark. `screen`: one with a Scroll alone. */
export function galleryScreen(
  screen: Screen,
  items: readonly GalleryItem[],
  { screens, contract }: Project,
): Screen | undefined {
  const [scroll] = screen.body
  if (!scroll) return undefined
  const uses = partUses(screens)
  const drawn: Surroundings[] = []
  let count = OUTER + items.length * AROUND
  const cards = items.map((item, index) => {
    const picture = pictureOf(item, index)
    const size = picture ? sizeOf(picture.node) : 0
    const about = textOf(item.about, `about/${index}`)
    if (!picture || count + size > LIMITS.nodes) return cardOf(item, [about])
    count += size
    if (picture.surroundings) drawn.push(picture.surroundings)
    return cardOf(item, item.part === undefined ? [picture.node] : [about, picture.node])
  })
  const grid: Node = { widget: 'Grid', sourcePath: 'grid', props: { columns: 2 }, slots: { children: cards } }
  const body = [{ ...scroll, slots: { children: [grid] } }]
  const merged = drawn.reduce<Surroundings>(merge, screen)
  return {
    ...screen,
    ...merged,
    navigationBar: 'none',
    body,
    requires: { ...merged.requires, widgets: widgetsOf(body, contract) },
  }

  function pictureOf(
    { widget, story, part }: GalleryItem,
    index: number,
  ): { node: Node; surroundings?: Surroundings } | undefined {
    if (part !== undefined) {
      const found = partPicture(uses.get(part) ?? [], `${index} `)
      return found && { node: found.node, surroundings: found }
    }
    const known = contract.widgets.get(widget ?? '')
    if (!known || !story) return undefined
    // A widget that covers the screen would cover the other pictures.
    if (Object.values(known.events).some(({ dismisses }) => dismisses !== undefined)) return undefined
    const node = lowerStory({ ...story, widget: known.name }, `story/${index}`)
    const props = known.props.properties ?? {}
    const formProp = Object.keys(props).find((name) => props[name]?.format === 'form')
    return formProp === undefined ? { node } : withForm(node, formProp)
  }

  /** A story names a form that no catalogue has: the smallest one of the catalogue is drawn. */
  function withForm(node: Node, prop: string): { node: Node; surroundings: Surroundings } | undefined {
    const [smallest] = screens
      .flatMap(({ forms, requires }) => Object.entries(forms).map(([id, form]) => ({ id, form, requires })))
      .toSorted((a, b) => JSON.stringify(a.form).length - JSON.stringify(b.form).length)
    if (!smallest) return undefined
    const { id, form, requires } = smallest
    return {
      node: { ...node, props: { ...node.props, [prop]: id } },
      surroundings: { state: {}, queries: {}, calls: {}, forms: { [id]: form }, requires },
    }
  }
}

/** A card with a mark and a name. Elements fixed within the Scroll stay in the card. */
const cardOf = ({ mark, title }: GalleryItem, content: Node[]): Node => ({
  widget: 'Card',
  sourcePath: mark,
  props: { [MARK_PROP]: mark, label: title },
  slots: {
    children: [
      textOf(title, `${mark}/title`),
      {
        widget: 'Scroll',
        sourcePath: `${mark}/frame`,
        props: { label: title, padding: 'none' },
        slots: { children: content },
      },
    ],
  },
})

const textOf = (text: string, sourcePath: string): Node => ({
  widget: 'Text',
  sourcePath,
  props: { text, variant: 'caption', tone: 'muted' },
})

function sizeOf(node: Node): number {
  let count = 0
  visitNodes([node], { node: () => void (count += 1) })
  return count
}

/** The widgets of nodes, as a screen requires them. */
export function widgetsOf(nodes: readonly Node[], { widgets }: Contract): string[] {
  const used = new Set<string>()
  visitNodes(nodes, { node: ({ widget }) => void used.add(widget) })
  return [...used].toSorted().map((name) => requirement(name, widgets.get(name)?.version ?? 1))
}

const union = (a: readonly string[] = [], b: readonly string[] = []): string[] => [...new Set([...a, ...b])].toSorted()

const merge = (a: Surroundings, b: Surroundings): Surroundings => ({
  state: { ...a.state, ...b.state },
  queries: { ...a.queries, ...b.queries },
  calls: { ...a.calls, ...b.calls },
  forms: { ...a.forms, ...b.forms },
  requires: {
    ...a.requires,
    functions: union(a.requires.functions, b.requires.functions),
    fields: union(a.requires.fields, b.requires.fields),
  },
})
