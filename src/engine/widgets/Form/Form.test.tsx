// @vitest-environment jsdom
import { claimOf } from '../../language/refusalClaims.ts'
import { THROTTLE_MS } from '../../language/constants.ts'
import { asDecimal } from '../../language/values/decimal.ts'
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { FormDef, Json } from '../../language/expressions/program.ts'
import { ViewContext, type View } from '../../renderer/host.ts'
import { createForm } from '../../state/forms/forms.ts'
import { get } from '../../state/store.ts'
import Form from './Form.tsx'
import { loadFields } from './theme/loading.ts'
import { formOf, validatorsOf, type FieldSpec } from '../../../../tests/support/forms.ts'
import { client } from '../../../../tests/support/client.ts'

beforeAll(() => loadFields())
beforeEach(() => {
  client.language.apply('en', {
    'form.required': 'Required',
    'form.passwordLength': '{{min}} to {{max}} characters',
    'form.minimum': 'At least {{min}}',
    'form.errors_one': '{{count}} field is wrong',
    'form.errors_other': '{{count}} fields are wrong',
    'error.wrongCode': 'Wrong code',
    'ui.resendIn': '{{seconds}} s',
    'form.sendCode': 'Send code',
    differ: 'The passwords differ',
  })
})

const field = (name: string, widget: string, more: Partial<FieldSpec> = {}): FieldSpec => ({ name, widget, ...more })
const password = (name: string) =>
  field(name, 'password', {
    schema: { type: 'string', minLength: 6, maxLength: 16 },
    options: { autocomplete: 'new-password' },
  })

function setUp(def: FormDef, props: Partial<ComponentProps<typeof Form>> = {}) {
  const state = createForm(def, validatorsOf(def))
  const view = {
    screen: { form: (id: string) => (id === 'it' ? state : null), screen: { id: 'test' } },
  } as unknown as View
  const draw = (more: Partial<ComponentProps<typeof Form>> = {}) => (
    <ViewContext value={view}>
      <Form form="it" submitLabel="Send" {...props} {...more} />
    </ViewContext>
  )
  return { draw, state, ...render(draw()) }
}
const send = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send' })))
const box = (name: string) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${name}( \\(|$)`))

it('sends the values, once they are fine', async () => {
  const onSubmit = vi.fn()
  setUp(formOf([field('account', 'text'), password('secret')]), { onSubmit })
  const user = userEvent.setup()
  await user.type(box('account'), ' alice ')
  await user.type(box('secret'), 'hunter22')
  await send()
  expect(onSubmit.mock.calls).toEqual([[{ account: 'alice', secret: 'hunter22' }]])
})

it('names the send button with what it is about after its words', () => {
  setUp(formOf([field('account', 'text')]), { about: 'BTC/USDT' })
  expect(screen.getByRole('button', { name: 'Send BTC/USDT' })).toBeTruthy()
})

it('sends on the enter key', async () => {
  const onSubmit = vi.fn()
  setUp(formOf([field('account', 'text')]), { onSubmit })
  await userEvent.setup().type(box('account'), 'alice{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

it('when something is wrong sends nothing, focuses the first wrong field, says how many and links each error to its field', async () => {
  const onSubmit = vi.fn()
  setUp(formOf([field('account', 'text', { required: false }), password('secret'), field('city', 'text')]), {
    onSubmit,
  })
  fireEvent.change(box('secret'), { target: { value: '123' } })
  await send()
  expect(onSubmit).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(box('secret'))
  expect(screen.getByRole('status').textContent).toBe('2 fields are wrong')
  expect(screen.getByLabelText('secret', { selector: '[aria-invalid=true]' })).toBeTruthy()
  const described = document.getElementById(box('secret').getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toBe('6 to 16 characters')
})

it('shows an error only on leaving a filled field', () => {
  setUp(formOf([password('secret')]))
  fireEvent.focus(box('secret'))
  fireEvent.blur(box('secret'))
  expect(screen.queryByText('Required')).toBeNull()
  fireEvent.change(box('secret'), { target: { value: '123' } })
  expect(screen.queryByText('6 to 16 characters')).toBeNull()
  fireEvent.blur(box('secret'))
  expect(screen.getByText('6 to 16 characters')).toBeTruthy()
  fireEvent.change(box('secret'), { target: { value: '123456' } })
  expect(screen.queryByText('6 to 16 characters')).toBeNull()
})

it('checks the rules between fields and shows their message at the field they name', async () => {
  setUp(
    formOf(
      [password('secret'), password('again')],
      [{ check: ['==', ['v', 'secret'], ['v', 'again']], field: 'again', message: 'differ' }],
    ),
  )
  fireEvent.change(box('secret'), { target: { value: 'hunter22' } })
  fireEvent.change(box('again'), { target: { value: 'hunter23' } })
  await send()
  expect(document.activeElement).toBe(box('again'))
  expect(screen.getByText('The passwords differ')).toBeTruthy()
})

it('checks limits that only the server knows', async () => {
  const onSubmit = vi.fn()
  setUp(formOf([field('amount', 'amount', { schema: { type: 'string', format: 'decimal' } })]), {
    onSubmit,
    bounds: { amount: { minimum: asDecimal('1000') } },
  })
  fireEvent.change(box('amount'), { target: { value: '999.99' } })
  await send()
  expect(screen.getByText('At least 1,000')).toBeTruthy()
  expect(onSubmit).not.toHaveBeenCalled()
})

it('cannot be sent twice while it is under way', async () => {
  let finish: (() => void) | undefined
  const onSubmit = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
  setUp(formOf([field('account', 'text', { required: false })]), { onSubmit })
  await send()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Send' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  // A button that is disabled loses the focus.
  expect(button.disabled).toBe(false)
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + THROTTLE_MS)
  await send()
  await userEvent.setup().type(box('account'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
  await act(async () => finish?.())
  expect(button.getAttribute('aria-disabled')).toBeNull()
})

it('shows a refusal at the field that the server names', async () => {
  const refusal = { ok: false, failure: { code: 'wrongCode', message: 'x', params: { field: 'code' } } }
  setUp(formOf([field('account', 'text', { required: false }), field('code', 'text', { required: false })]), {
    onSubmit: () => Promise.resolve(refusal) as unknown as Promise<void>,
  })
  await send()
  expect(screen.getByText('Wrong code')).toBeTruthy()
  expect(document.activeElement).toBe(box('code'))
})

it('shows a refusal at the field that lists its code', async () => {
  const refusal = { ok: false, failure: { code: 'wrongCode', message: 'x', params: {} } }
  const options = { refusals: ['codeExpired', 'wrongCode'] }
  const onSubmit = vi.fn<(detail: object) => Promise<void>>(() => Promise.resolve(refusal) as unknown as Promise<void>)
  setUp(formOf([field('account', 'text', { required: false }), field('pin', 'text', { required: false, options })]), {
    onSubmit,
  })
  await send()
  const claims = claimOf(onSubmit.mock.calls[0]?.[0])
  const failure = { kind: 'refused', message: '', params: {} } as const
  // A toast would say the same once more.
  expect(['wrongCode', 'accountFrozen'].map((code) => claims?.({ ...failure, code }))).toEqual([true, false])
  expect(screen.getByText('Wrong code')).toBeTruthy()
  expect(document.activeElement).toBe(box('pin'))
})

it('shows the refusal of a file at the field that has it', async () => {
  const [front, back] = ['front.png', 'back.png'].map((name) => new File(['x'], name, { type: 'image/png' }))
  const failure = { code: 'fileExists', file: back }
  const onSubmit = vi.fn<NonNullable<ComponentProps<typeof Form>['onSubmit']>>(
    () => ({ ok: false, failure }) as unknown as void,
  )
  const { state } = setUp(
    formOf(['front', 'back'].map((name) => field(name, 'image', { schema: { format: 'file' } }))),
    { onSubmit },
  )
  act(() => {
    state.field('front')?.set(front)
    state.field('back')?.set(back)
  })
  await send()
  const claims = claimOf(onSubmit.mock.calls[0]?.[0])
  const refused = { kind: 'refused', message: '', params: {}, code: 'fileExists' } as const
  expect([claims?.({ ...refused, file: back as Blob }), claims?.(refused)]).toEqual([true, false])
  expect(get(state.field('front')!.error)).toBeNull()
  expect(get(state.field('back')!.error)).toEqual({ key: 'error.fileExists' })
})

it('waits while it is disabled', async () => {
  const onSubmit = vi.fn()
  setUp(formOf([field('account', 'text', { required: false })]), { onSubmit, disabled: true })
  await act(async () => void fireEvent.submit(box('account').form as HTMLFormElement))
  expect(onSubmit).not.toHaveBeenCalled()
})

it('is filled in with the first values of prefill, and again when it appears again; typed values remain', async () => {
  const { draw, rerender, state, unmount } = setUp(formOf([field('price', 'text'), field('note', 'text')]), {
    initial: { note: 'a' },
    prefill: { price: '100' },
  })
  expect(box('price').value).toBe('100')
  expect(box('note').value).toBe('a')
  rerender(draw({ prefill: { price: '101' } }))
  expect(box('price').value).toBe('100')
  unmount()
  const again = render(draw({ prefill: { price: '102' } }))
  expect(box('price').value).toBe('102')
  await userEvent.setup().type(box('price'), '5')
  again.unmount()
  render(draw({ prefill: { price: '103' } }))
  expect(box('price').value).toBe('1025')
  expect(state.data()).toMatchObject({ price: '1025' })
})

it('is filled in again with the present values of prefill while it is to be, except where the user has typed', async () => {
  const { draw, rerender } = setUp(formOf([field('price', 'text'), field('note', 'text')]), {
    prefill: { price: '100', note: 'a' },
  })
  fireEvent.change(box('note'), { target: { value: 'own' } })
  const shownFor = (price: string, refill: boolean) => {
    rerender(draw({ prefill: { price, note: 'b' }, refill }))
    return [box('price').value, box('note').value]
  }
  expect(shownFor('101', true)).toEqual(['101', 'own'])
  expect(shownFor('102', false)).toEqual(['101', 'own'])
})

it('leaves a typed value where prefill had filled the field in, when starting values are applied again after sending', async () => {
  const fields = formOf([field('price', 'text'), field('note', 'text'), field('quantity', 'text', { required: false })])
  const prefill = { note: 'b', price: '100' }
  const { draw, rerender, state } = setUp(fields, { initial: { note: 'a' }, prefill })
  expect(state.data()).toMatchObject({ note: 'a', price: '100' })
  fireEvent.change(box('price'), { target: { value: '50' } })
  fireEvent.change(box('quantity'), { target: { value: '2' } })
  await send()
  act(() => state.clear(['quantity']))
  rerender(draw({ initial: { note: 'c' }, prefill: { ...prefill } }))
  expect([box('price').value, box('note').value, box('quantity').value]).toEqual(['50', 'c', ''])
})

it('prefers typed input to starting values when rendered again', () => {
  const { unmount, draw } = setUp(formOf([field('account', 'text'), field('city', 'text')]), {
    initial: { account: 'bob', city: 'Rome' },
  })
  expect(box('account').value).toBe('bob')
  fireEvent.change(box('account'), { target: { value: 'alice' } })
  unmount()
  render(draw({ initial: { account: 'carol', city: 'Oslo' } }))
  expect(box('account').value).toBe('alice')
  expect(box('city').value).toBe('Oslo')
})

it('typing in one field of fifteen draws that field and no other', () => {
  const fields = Array.from({ length: 15 }, (_, i) => field(`f${i}`, 'text'))
  const { container } = setUp(formOf(fields))
  // React keeps the props it last drew an element with: what was not drawn again still has the same object.
  const propsOf = () =>
    [...fields.map(({ name }) => box(name)), container.querySelector('form') as HTMLElement].map(reactProps)
  const before = propsOf()
  fireEvent.change(box('f7'), { target: { value: 'a' } })
  const after = propsOf()
  expect(after.flatMap((props, i) => (props === before[i] ? [] : [i]))).toEqual([7])
})

function reactProps(element: HTMLElement): unknown {
  const key = Object.keys(element).find((name) => name.startsWith('__reactProps$'))
  if (!key) throw new Error('React has changed where it keeps props.')
  return Reflect.get(element, key)
}

it('lays fields side by side as the layout says, the others below', () => {
  const { container } = setUp(formOf(['a', 'b', 'c'].map((name) => field(name, 'text'))), { layout: [['b', 'a']] })
  const rows = [...(container.querySelector('form')?.children ?? [])].slice(0, 2)
  expect(
    rows.map((row) => [...row.querySelectorAll('[data-field]')].map((element) => element.getAttribute('data-field'))),
  ).toEqual([['b', 'a'], ['c']])
})

it('names the changed field', () => {
  const onChange = vi.fn()
  setUp(formOf([field('account', 'text')]), { onChange })
  fireEvent.change(box('account'), { target: { value: 'a' } })
  expect(onChange.mock.calls).toEqual([[{ field: 'account' }]])
})

it('lets password managers work', () => {
  setUp(formOf([field('account', 'text', { options: { autocomplete: 'username' } }), password('secret')]))
  expect(box('account').form).not.toBeNull()
  expect([box('account').name, box('account').autocomplete]).toEqual(['account', 'username'])
  expect([box('secret').type, box('secret').autocomplete]).toEqual(['password', 'new-password'])
})

const codeFields = (options: Record<string, Json>) => [
  field('email', 'email', { schema: { type: 'string', format: 'email' } }),
  field('code', 'code', { schema: { type: 'string', format: 'code' }, options }),
]
const withCode = formOf(codeFields({ purpose: 'register', target: 'email' }))
it('asks for a code by the options that name a call', async () => {
  const onSendCode = vi.fn()
  const options = { call: 'sms_mail', payload: { purpose: 'forget' }, to: { email: 'email' } }
  setUp(formOf(codeFields(options)), { onSendCode, initial: { email: 'a@example.com' } })
  await sendCode()
  expect(onSendCode.mock.calls).toEqual([[{ field: 'code', purpose: 'forget', target: 'a@example.com' }]])
})

const sendCode = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send code' })))

it('asks for a code only when its target is fine, and counts down only when it was sent', async () => {
  const onSendCode = vi.fn(() => Promise.resolve({ ok: false }) as unknown as Promise<void>)
  const { rerender, draw } = setUp(withCode, { onSendCode })
  await sendCode()
  expect(onSendCode).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(box('email'))
  fireEvent.change(box('email'), { target: { value: 'a@example.com' } })
  await sendCode()
  expect(onSendCode.mock.calls).toEqual([[{ field: 'code', purpose: 'register', target: 'a@example.com' }]])
  expect(screen.getByRole('button', { name: 'Send code' })).toBeTruthy()
  rerender(draw({ onSendCode: () => Promise.resolve() }))
  await sendCode()
  expect(screen.getByRole('button', { name: '60 s' })).toBeTruthy()
})

it('the countdown of one address does not delay another', async () => {
  setUp(withCode, { onSendCode: () => Promise.resolve(), initial: { email: 'c@example.com' } })
  await sendCode()
  expect(screen.getByRole('button', { name: '60 s' })).toBeTruthy()
  fireEvent.change(box('email'), { target: { value: 'd@example.com' } })
  expect(screen.getByRole('button', { name: 'Send code' })).toBeTruthy()
  fireEvent.change(box('email'), { target: { value: 'C@example.com' } })
  expect(screen.getByRole('button', { name: '60 s' })).toBeTruthy()
})

/** A form with the submit buttons Bullish and Bearish; returns `onSubmit`. */
function setUpButtons(onSubmit = vi.fn()) {
  const submitButtons = {
    field: 'side',
    buttons: [
      { id: 'long', label: 'Bullish', note: '+80%', tone: 'up' as const },
      { id: 'short', label: 'Bearish', tone: 'down' as const },
    ],
  }
  const def = formOf([
    field('stake', 'text'),
    field('side', 'hidden', { schema: { type: 'string', enum: ['long', 'short'] } }),
  ])
  setUp(def, { onSubmit, submitButtons })
  return onSubmit
}

it('with several submit buttons sends nothing on the enter key', async () => {
  const onSubmit = setUpButtons()
  await userEvent.setup().type(box('stake'), '5{Enter}')
  expect(onSubmit).not.toHaveBeenCalled()
})

it('with several submit buttons gives the field the value of the pressed one', async () => {
  const onSubmit = setUpButtons()
  expect(screen.queryByRole('button', { name: 'Send' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Send' })).toBeTruthy()
  await userEvent.setup().type(box('stake'), '5')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Bearish' })))
  expect(onSubmit.mock.calls).toEqual([[{ stake: '5', side: 'short' }]])
})

it('with several submit buttons drops presses while its steps run, without choosing one for the enter key', async () => {
  let finish: (() => void) | undefined
  const onSubmit = setUpButtons(vi.fn(() => new Promise<void>((resolve) => (finish = resolve))))
  const user = userEvent.setup()
  await user.type(box('stake'), '5')
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
  await press('Bearish')
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + THROTTLE_MS)
  await press('Bearish')
  await act(async () => finish?.())
  await user.type(box('stake'), '{Enter}')
  expect(onSubmit).toHaveBeenCalledTimes(1)
  await press('Bearish')
  expect(onSubmit).toHaveBeenCalledTimes(2)
})

it('has its send button in an action bar where that stays in view, and in the form', async () => {
  const onSubmit = vi.fn()
  setUp(formOf([field('account', 'text')]), { onSubmit, stickySubmit: true, summary: 'Value 2,343.20 USDT' })
  fireEvent.change(box('account'), { target: { value: 'alice' } })
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button.closest('form [data-action-bar]')?.textContent).toBe('Value 2,343.20 USDTSend')
  await send()
  expect(onSubmit).toHaveBeenCalledTimes(1)
})

it('form: its action bar is hidden while the form is above what is in view', () => {
  let notify: ((entries: object[]) => void) | undefined
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(seen: (entries: object[]) => void) {
        notify = seen
      }
      observe() {}
      disconnect() {}
    },
  )
  document.body.dataset.scroll = ''
  setUp(formOf([field('account', 'text')]), { stickySubmit: true })
  const bar = screen.getByText('Send').closest('[data-action-bar]')
  const seen = (...isIntersecting: boolean[]) =>
    act(() => notify?.(isIntersecting.map((value) => ({ isIntersecting: value }))))
  expect(bar?.hasAttribute('inert')).toBe(false)
  seen(true, false)
  expect(bar?.hasAttribute('inert')).toBe(true)
  seen(true)
  expect(bar?.hasAttribute('inert')).toBe(false)
  delete document.body.dataset.scroll
  vi.unstubAllGlobals()
})

it('the error and the help of a field are texts of one line', async () => {
  const { state } = setUp(formOf([field('account', 'text', { required: true, hint: 'differ' })]))
  const line = screen.getByText('The passwords differ')
  await send()
  expect(line.textContent).toBe('Required')
  expect(line.id).toMatch(/__error$/)
  expect(box('account').getAttribute('aria-describedby')).toBe(line.id)
  act(() => state.field('account')?.set('ada'))
  expect(line.textContent).toBe('The passwords differ')
  expect(line.id).toMatch(/__help$/)
  expect(line.isConnected).toBe(true)
})
