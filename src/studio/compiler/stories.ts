import type { Node } from '../../engine/language/expressions/program.ts'
import type { StoryNode } from './protocol.ts'

/** A node of a story, lowered: a text in a slot becomes a Text. */
export function lowerStory(story: StoryNode, sourcePath: string): Node {
  const slots = Object.entries(story.slots ?? {}).map(([name, content]): [string, Node[]] => [
    name,
    (typeof content === 'string' ? [{ widget: 'Text', props: { text: content } }] : content).map((inner, index) =>
      lowerStory(inner, `${sourcePath}/${name}/${index}`),
    ),
  ])
  return {
    widget: story.widget,
    sourcePath,
    ...(story.props && { props: story.props }),
    ...(slots.length > 0 && { slots: Object.fromEntries(slots) }),
  }
}
