// @vitest-environment jsdom
import { render, screen } from '../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { readNumber } from '../conditions/typedNumber.ts'
import { NumberField } from './NumberField.tsx'

/** A field whose stored numbers are recorded. */
function draw(first = '') {
  const stored: string[] = []
  function Field() {
    const [value, setValue] = useState(first)
    return (
      <NumberField
        label="Limit"
        value={value}
        read={readNumber}
        example="1000"
        onChange={(number) => {
          stored.push(number)
          setValue(number)
        }}
      />
    )
  }
  render(<Field />)
  return { stored, input: screen.getByLabelText<HTMLInputElement>('Limit'), user: userEvent.setup() }
}

it.each(['1,000', '10,000', '1.000'])(
  'a number field stores nothing of %s, and says that it has two readings',
  async (text) => {
    const { stored, input, user } = draw()
    await user.type(input, text)
    await user.tab()
    expect(stored).toEqual([])
    expect(input.value).toBe(text)
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toMatch(/can be \d+ or \d+/)
  },
)

it('a number field stores a number as a whole when it is left, not its beginnings', async () => {
  const { stored, input, user } = draw('5')
  await user.clear(input)
  await user.type(input, '1 234,5')
  expect(stored).toEqual([])
  await user.tab()
  expect([stored, input.value]).toEqual([['1234.5'], '1234.5'])
})

it('a number field stores a number at Enter', async () => {
  const { stored, input, user } = draw()
  await user.type(input, '１２。５{Enter}')
  expect([stored, input.value]).toEqual([['12.5'], '12.5'])
})

it('a number field keeps the number before while another text is none', async () => {
  const { stored, input, user } = draw('500')
  await user.clear(input)
  await user.type(input, 'many')
  await user.tab()
  expect(stored).toEqual([])
  expect(screen.getByRole('alert').textContent).toBe('Write a number, such as 1000. 500 stays until then.')
})
