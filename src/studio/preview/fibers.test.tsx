// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { valuesOfForm } from './fibers.ts'

const Holder = (_props: { formContext: { form: { data: () => unknown } } }) => <form />

it('reads the values of the latest render, however often the same element is drawn again', () => {
  const container = document.createElement('div')
  container.id = 'app'
  document.body.append(container)
  expect(valuesOfForm(document)).toBeNull()
  const draw = (value: string) => <Holder formContext={{ form: { data: () => ({ value }) } }} />
  const { rerender } = render(draw('0'), { container })
  for (const value of ['1', '2', '3']) {
    rerender(draw(value))
    expect(valuesOfForm(document)).toEqual({ value })
  }
  container.remove()
})
