// @vitest-environment jsdom
import { act, screen as page, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { formOf } from '../../tests/support/forms.ts'
import { get } from '../engine/state/store.ts'
import { button, screen, SCREENS, signedIn, startApp, stopApp, text } from '../../tests/support/startApp.tsx'
import { client } from '../../tests/support/client.ts'

afterEach(stopApp)

const AT = '/pages/news/index'

/** The news as a revision has it: entering asks for the contacts, pressing counts. */
const news = (words: string) =>
  screen(
    'news/index',
    [
      text(words),
      {
        widget: 'Text',
        exprs: { text: ['?:', ['==', ['@', 'state', 'count'], 'two'], 'counted', 'not yet'] },
        sourcePath: 'body/1',
      },
      button('count', [{ action: 'set', args: { name: 'count', value: 'two' }, sourcePath: 'x' }], 'body/2'),
    ],
    {
      state: { count: 'one' },
      onShow: [{ action: 'call', args: { call: 'wallet/list', payload: {}, silent: true }, sourcePath: 'onShow/0' }],
      requires: { widgets: ['Text', 'Button'], actions: ['set', 'call'], functions: [] },
    },
  )
const withNews = (words: string) => [...SCREENS.filter(({ id }) => id !== 'news/index'), news(words)]

test.each([{ late: false }, { late: true }])(
  'a screen in use that changes ($late: its file loads late) keeps its state, and is not re-entered',
  async ({ late }) => {
    const { publish, calls, runtime } = await startApp({
      at: AT,
      screens: withNews('first words'),
      server: signedIn,
      late,
    })
    await page.findByText('first words')
    await act(async () => page.getByRole('button', { name: 'count' }).click())
    await page.findByText('counted')
    const entered = () => calls.filter((call) => call === 'wallet/list').length
    expect(entered()).toBe(1)
    act(() => publish(withNews('second words')))
    if (!late) expect(page.queryByText('second words'), 'in the same drawing').not.toBeNull()
    await page.findByText('second words')
    expect(page.queryByText('first words')).toBeNull()
    await page.findByText('counted')
    expect(entered()).toBe(1)
    act(() => runtime.navigator.go('/pages/index/index'))
    await page.findByText('the home')
    act(() => runtime.navigator.go(AT))
    await page.findByText('not yet')
    await waitFor(() => expect(entered()).toBe(2))
  },
)

test('a button of a screen in use runs the steps of the latest revision', async () => {
  const showing = (words: string) => [
    ...SCREENS.filter(({ id }) => id !== 'news/index'),
    screen('news/index', [
      text(words),
      button('say', [{ action: 'toast', args: { text: `${words} said` }, sourcePath: 'x' }]),
    ]),
  ]
  const { publish } = await startApp({ at: AT, screens: showing('first'), server: signedIn })
  await page.findByText('first')
  act(() => publish(showing('second')))
  await page.findByText('second')
  await act(async () => page.getByRole('button', { name: 'say' }).click())
  await page.findByText('second said')
})

test('a tab that changed while hidden is entered when it is shown again', async () => {
  const market = (words: string) => [
    ...SCREENS.filter(({ id }) => id !== 'market/index'),
    screen('market/index', [text(words)], {
      onShow: [{ action: 'call', args: { call: 'wallet/list', payload: {}, silent: true }, sourcePath: 'onShow/0' }],
      requires: { widgets: ['Text'], actions: ['call'], functions: [] },
    }),
  ]
  const { publish, calls, runtime } = await startApp({
    at: '/pages/market/index',
    screens: market('first words'),
    server: signedIn,
  })
  await page.findByText('first words')
  act(() => runtime.navigator.go('/pages/index/index', {}, 'reset'))
  await page.findByText('the home')
  act(() => publish(market('second words')))
  const entered = () => calls.filter((call) => call === 'wallet/list').length
  expect(entered()).toBe(1)
  act(() => runtime.navigator.go('/pages/market/index', {}, 'reset'))
  await page.findByText('second words')
  expect(entered()).toBe(2)
})

test('drafts survive a login, and are cleared by a logout and by another account', async () => {
  const { runtime } = await startApp({ at: AT, server: signedIn })
  const draft = runtime.drafts.of('x', {}, 'pay')
  const type = () => draft.write('account', 'ada')
  type()
  await act(async () => {
    await runtime.login('token')
  })
  expect(draft.read('account')).toBe('ada')
  const demo = { ok: true as const, data: { mode: 'demo' }, code: '1', message: '', params: {} }
  await act(() => client.session.refreshUser(async () => demo))
  expect(draft.read('account')).toBeUndefined()
  type()
  await act(() => runtime.logout())
  expect(draft.read('account')).toBeUndefined()
  expect(get(client.session.loggedIn)).toBe(false)
})

/** A screen with a form with starting values, which shows and sends what is typed. */
const alert = (words: string, initial: Record<string, string>) => [
  ...SCREENS.filter(({ id }) => id !== 'news/index'),
  screen(
    'news/index',
    [
      text(words),
      {
        widget: 'Text',
        exprs: { text: ['s+', 'typed ', ['.', ['@', 'forms', 'it'], 'price']] },
        sourcePath: 'body/2',
      },
      {
        widget: 'Form',
        props: { form: 'it', submitLabel: 'send', initial },
        on: {
          submit: [{ action: 'toast', args: {}, exprs: { text: ['.', ['v', 'form'], 'price'] }, sourcePath: 'x' }],
        },
        sourcePath: 'body/1',
      },
    ],
    {
      forms: { it: { ...formOf([{ name: 'price', label: 'Price' }]), validator: words } },
      requires: { widgets: ['Text', 'Form'], actions: ['toast'], functions: [], fields: [] },
    },
  ),
]

const field = () => page.findByLabelText<HTMLInputElement>('Price', { selector: 'input' })

test.each<{ initial: Record<string, string> }>([{ initial: {} }, { initial: { price: '12' } }])(
  'what is typed after a form in use has changed is what the screen reads and sends, with the starting values $initial',
  async ({ initial }) => {
    const { publish } = await startApp({ at: AT, screens: alert('first', initial), server: signedIn })
    await page.findByText('first')
    await userEvent.type(await field(), '3')
    for (const words of ['second', 'third']) {
      act(() => publish(alert(words, initial)))
      await page.findByText(words)
      await userEvent.type(await field(), '4')
    }
    const shown = (await field()).value
    expect(shown).toBe(`${initial.price ?? ''}344`)
    await page.findByText(`typed ${shown}`)
    await act(async () => page.getByRole('button', { name: 'send' }).click())
    await waitFor(() => expect(get(client.ui.toasts).map((toast) => toast.text)).toEqual([shown]))
  },
)

test('a field that was emptied stays empty when its form in use changes', async () => {
  const initial = { price: '12' }
  const { publish } = await startApp({ at: AT, screens: alert('first', initial), server: signedIn })
  await page.findByText('typed 12')
  await userEvent.clear(await field())
  for (const words of ['second', 'third']) {
    act(() => publish(alert(words, initial)))
    await page.findByText(words)
    await page.findByText('typed')
    expect((await field()).value).toBe('')
  }
})
