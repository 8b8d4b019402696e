// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { View } from '../../renderer/host.ts'
import { formOf, validatorsOf } from '../../../../tests/support/forms.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

/** Separate modules: another test of the process may have loaded the widgets of the forms. */
async function freshModules() {
  vi.resetModules()
  const [{ ViewContext }, { createForm }, { client }, { render }, { default: Form }, { isFieldAwaited }] =
    await Promise.all([
      import('../../renderer/host.ts'),
      import('../../state/forms/forms.ts'),
      import('../../../../tests/support/client.ts'),
      import('../../../../tests/support/react.tsx'),
      import('./Form.tsx'),
      import('./theme/loading.ts'),
    ])
  client.language.apply('en', { 'ui.loading': 'Loading' })
  return { ViewContext, createForm, Form, isFieldAwaited, render }
}

it('a form whose field is not loaded shows placeholders, loads the field and draws it', async () => {
  const { ViewContext, createForm, Form, isFieldAwaited, render } = await freshModules()
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
