// @vitest-environment jsdom
import { render } from '../../../../tests/support/react.tsx'
import { Icon } from 'lucide-react'
import { expect, it } from 'vitest'
import createIcon, { type IconData } from './createIcon.ts'

const EYE: IconData = {
  name: 'eye',
  node: [
    ['path', { d: 'M2 12a1 1 0 0 1 0-1', key: 'a' }],
    ['circle', { cx: '12', cy: '12', r: '3', key: 'b' }],
  ],
}

it('draws what the library draws', () => {
  const Eye = createIcon(EYE)
  const attributes = { size: 18, strokeWidth: 1.75, className: 'icon', 'aria-hidden': true } as const
  const own = render(<Eye {...attributes} />).container.firstElementChild as Element
  const library = render(
    <Icon icon={{ ...EYE, node: EYE.node.map(([tag, lines]) => [tag, lines]), size: 24 } as never} {...attributes} />,
  ).container.firstElementChild as Element
  const attributesOf = (element: Element) =>
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value.trim()]))
  expect(attributesOf(own)).toEqual(attributesOf(library))
  expect(own.innerHTML).toBe(library.innerHTML)
})
