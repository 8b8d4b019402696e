// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { ViewContext, type View } from '../../renderer/host.ts'
import { createForm } from '../../state/forms.ts'
import { applyLanguage } from '../../state/language.ts'
import { formOf, validatorsOf } from '../../../tests/support/forms.ts'
import Form from './Form.tsx'
import { isFieldAwaited } from './theme/loading.ts'
import { eventually } from '../../../tests/support/eventually.ts'

beforeEach(() => applyLanguage('en', { 'ui.loading': 'Loading' }))

it('a form whose field is not loaded shows placeholders, loads the field and draws it', async () => {
  const def = {
    ...formOf([
      { name: 'note', widget: 'textarea' },
      { name: 'name', widget: 'text' },
    ]),
    deferred: ['textarea'],
  }
  const store = createForm(def, validatorsOf(def))
  const view = { screen: { form: () => store, screen: { id: 'test' } } } as unknown as View
  expect(isFieldAwaited('textarea')).toBe(true)
  render(
    <ViewContext value={view}>
      <Form form="it" submitLabel="Send" />
    </ViewContext>,
  )
  expect(screen.getByText('Loading')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  await act(() => eventually(() => expect(isFieldAwaited('textarea')).toBe(false)))
  expect(await screen.findByRole('button', { name: 'Send' })).toBeTruthy()
  expect(screen.getAllByRole('textbox').map(({ tagName }) => tagName)).toEqual(['TEXTAREA', 'INPUT'])
  expect(screen.queryByText('Loading')).toBeNull()
})
