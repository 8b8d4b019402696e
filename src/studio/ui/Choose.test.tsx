// @vitest-environment jsdom
import { render, screen } from '../../../tests/support/react.tsx'
import { beforeAll, expect, it } from 'vitest'
import { Choose } from './Choose.tsx'

// The browser simulation has no modal dialogs.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})

it('names an option by its sentence, and by its name too where another one has the same sentence', () => {
  const options = [
    { id: 'a/log', about: 'The deposits.' },
    { id: 'a/list', about: 'The orders.' },
    { id: 'b/list', about: 'The orders.' },
    { id: 'c', about: '' },
  ]
  render(<Choose title="Data" options={options} onChoose={() => {}} onClose={() => {}} />)
  const list = screen.getByRole('list', { name: 'Data' })
  expect([...list.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
    'The deposits.',
    'The orders.a/list',
    'The orders.b/list',
    'c',
  ])
})
