// @vitest-environment jsdom
import '../../../tests/support/functions.ts'
import { act, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { formOf } from '../../../tests/support/forms.ts'
import { renderNodes } from '../../../tests/support/renderNodes.tsx'
import { elementsOfMark, markOfElement, valuesOfForm } from './nodeElements.ts'
import { MARK_PROP } from '../../engine/language/draftMarks.ts'
import type { Node } from '../../engine/language/expressions/program.ts'
import { useField } from '../../engine/renderer/form.ts'
import type { Widget } from '../../engine/renderer/plan.ts'

const widgets: Record<string, Widget> = {
  Text: ({ text }) => <p>{text as string}</p>,
  // Draws no element itself.
  Group: ({ children }) => children as ReactNode,
  Field: ({ form }) => <input aria-label="name" readOnly value={useField(form as string, 'name').value as string} />,
}
const marked = (widget: string, mark: string, more: Partial<Node> = {}): Node => ({
  widget,
  sourcePath: mark,
  ...more,
  props: { ...more.props, [MARK_PROP]: mark },
})
const text = (mark: string, words: string): Node => marked('Text', mark, { props: { text: words } })

it('an element finds the innermost node that has drawn it, and each node around it finds the element', () => {
  renderNodes([marked('Group', 'body/0', { slots: { children: [text('body/0/children/0', 'inside')] } })], { widgets })
  const element = screen.getByText('inside')
  expect(markOfElement(element)).toBe('body/0/children/0')
  expect(elementsOfMark(document, 'body/0')).toEqual([element])
  expect(elementsOfMark(document, 'body/0/children/0')).toEqual([element])
})

it('a node of the published catalogue has no mark', () => {
  renderNodes([{ widget: 'Text', sourcePath: 'body/0', props: { text: 'plain' } }], { widgets })
  expect(markOfElement(screen.getByText('plain'))).toBeNull()
})

it('rows that are added later have the mark of their node', () => {
  const each = { as: 'one', in: ['@', 'data', 'names'], key: ['v', 'one'] } satisfies Node['each']
  const { put } = renderNodes([marked('Text', 'body/0', { each, exprs: { text: ['v', 'one'] } })], {
    widgets,
    data: { names: ['a', 'b'] },
  })
  const rows = () => elementsOfMark(document, 'body/0').map((element) => element.textContent)
  expect(rows()).toEqual(['a', 'b'])
  act(() => put('names', ['a', 'b', 'c']))
  expect(rows()).toEqual(['a', 'b', 'c'])
})

it('the values of a form are the answer of its page', () => {
  renderNodes([marked('Field', 'body/0', { props: { form: 'send' } })], {
    widgets,
    forms: { send: formOf([{ name: 'name', schema: { type: 'string', default: 'Ada' } }]) },
  })
  expect(valuesOfForm(document)).toEqual({ name: 'Ada' })
})
