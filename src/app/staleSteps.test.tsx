// @vitest-environment jsdom
import { act, screen as page } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CallDef, Json, Node, Screen, Step } from '../engine/language/expressions/program.ts'
import { get } from '../engine/state/store.ts'
import {
  button,
  CALLS,
  ok,
  ownData,
  screen,
  SCREENS,
  startApp,
  stopApp,
  tap,
  text,
  user,
  type Server,
} from '../../tests/support/startApp.tsx'
import { currentAddress } from './routes.ts'
import { client } from '../../tests/support/client.ts'

const call = (effect: CallDef['effect']): CallDef => ({ method: 'POST', auth: true, effect, data: {} })
const calls = { ...CALLS, slow: call('write'), pay: call('money'), 'user/watchlist': call('write') }
const step = (action: string, args: Record<string, Json> = {}, more: Partial<Step> = {}): Step => ({
  action,
  args,
  sourcePath: 'x',
  ...more,
})
const slowly = (...onSuccess: Step[]): Step => step('call', { call: 'slow' }, { branches: { onSuccess, onError: [] } })
const PAY = step(
  'call',
  { call: 'pay' },
  { exprs: { payload: ['map', 'mode', ['@', 'session', 'mode']] }, branches: { onSuccess: [], onError: [] } },
)
const of = (id: string, body: Node[], more: Partial<Screen> = {}): Screen =>
  screen(id, body, {
    calls,
    requires: {
      widgets: ['Text', 'Button'],
      actions: ['call', 'confirm', 'back', 'navigate', 'set', 'toast'],
      functions: [],
    },
    ...more,
  })
const withScreens = (...own: Screen[]): Screen[] => [
  ...SCREENS.filter(({ id }) => own.every((item) => item.id !== id)),
  ...own,
]
const settings = (...steps: Step[]): Screen =>
  of('user/set', [text('the settings'), button('go', steps)], { access: ['login'] })
const quiet = (ms = 50) => act(() => new Promise((resolve) => setTimeout(resolve, ms)))

/** A server on which `slow` waits for `reply`, and what it has been asked to pay. */
function slowServer(mode = 'real') {
  const world = { mode, id: 'u1', paid: [] as unknown[], reply: (): void => undefined }
  const server: Server = (name, body) => {
    if (name === 'slow') return new Promise((resolve) => (world.reply = () => resolve(ok({}))))
    if (name === 'pay') world.paid.push(JSON.parse(body))
    if (name === 'user/switch_account') world.mode = (JSON.parse(body) as { mode: string }).mode
    const data = ownData(name)
    return ok(data === user ? { ...user, id: world.id, mode: world.mode } : data)
  }
  localStorage.setItem('placard.token', 't')
  localStorage.setItem('placard.mode', mode)
  return { world, server, reply: () => act(async () => world.reply()) }
}

afterEach(() => {
  vi.restoreAllMocks()
  stopApp()
})

describe('steps that wait for a reply while the user leaves the screen', () => {
  const leave = async (...steps: Step[]) => {
    const { server, reply, world } = slowServer()
    const news = of('news/index', [text('the news'), button('ask', [step('confirm', { title: 'another question' })])])
    const app = await startApp({
      at: '/pages/index/index',
      server,
      screens: withScreens(settings(slowly(...steps)), news),
    })
    act(() => app.runtime.navigator.go('/pages/news/index'))
    await page.findByText('the news')
    act(() => app.runtime.navigator.go('/pages/user/set'))
    await page.findByText('the settings')
    await tap(page.getByRole('button', { name: 'go' }))
    await quiet()
    act(() => history.back())
    await page.findByText('the news')
    await quiet()
    return { ...app, reply, world }
  }

  test.each<[string, Record<string, Json>]>([
    ['back', {}],
    ['navigate', { to: '/pages/market/index' }],
  ])('%s does nothing then, and what is said is said', async (action, args) => {
    const { reply } = await leave(step(action, args), step('toast', { text: 'saved' }))
    await tap(page.getByRole('button', { name: 'ask' }))
    await page.findByRole('alertdialog')
    await reply()
    await quiet(300)
    expect(currentAddress()).toBe('/pages/news/index')
    expect(get(client.ui.overlays)).toHaveLength(1)
    expect(get(client.ui.toasts).map((toast) => toast.text)).toEqual(['saved'])
  })

  test('a confirmation is not asked for, and nothing is paid', async () => {
    const { reply, world } = await leave(step('confirm', { title: 'sure?' }), PAY)
    await reply()
    await quiet(300)
    expect(get(client.ui.overlays)).toEqual([])
    expect(world.paid).toEqual([])
  })

  test('steps go on where the user has stayed', async () => {
    const { server, reply } = slowServer()
    const { runtime } = await startApp({
      at: '/pages/news/index',
      server,
      screens: withScreens(settings(slowly(step('confirm', { title: 'sure?' }), step('back')))),
    })
    await page.findByText('the news')
    act(() => runtime.navigator.go('/pages/user/set'))
    await page.findByText('the settings')
    await tap(page.getByRole('button', { name: 'go' }))
    await quiet()
    await reply()
    await page.findByRole('alertdialog')
    await quiet()
    await tap(page.getByRole('button', { name: 'ui.ok' }))
    await page.findByText('the news')
  })
})

describe('another account or session', () => {
  test('closes a confirmation, and nothing is paid', async () => {
    const { world, server } = slowServer('demo')
    const { runtime } = await startApp({
      at: '/pages/user/set',
      server,
      screens: withScreens(settings(step('confirm', { title: 'sure?' }), PAY)),
    })
    await page.findByText('the settings')
    await tap(page.getByRole('button', { name: 'go' }))
    await page.findByRole('alertdialog')
    world.mode = 'real'
    act(() => runtime.invalidate(['user/info']))
    await quiet()
    expect(client.session.current().mode).toBe('real')
    expect(page.queryByRole('alertdialog')).toBeNull()
    expect(world.paid).toEqual([])
  })

  test('ends the steps that began before', async () => {
    const { world, server, reply } = slowServer()
    const { runtime, calls: sent } = await startApp({
      at: '/pages/user/set',
      server,
      screens: withScreens(settings(slowly(PAY))),
    })
    await page.findByText('the settings')
    await tap(page.getByRole('button', { name: 'go' }))
    await quiet()
    await act(() => runtime.logout())
    world.id = 'u2'
    await act(async () => void (await runtime.login('another')))
    expect(client.session.current().user?.id).toBe('u2')
    await reply()
    await quiet(300)
    expect(sent).toContain('slow')
    expect(world.paid).toEqual([])
  })

  test('is noticed when the user comes back to the app', async () => {
    const { world, server } = slowServer('demo')
    await startApp({ at: '/pages/index/index', server })
    await page.findByText('the home')
    await vi.waitFor(() => expect(client.session.current().user).not.toBeNull())
    await quiet(200)
    world.mode = 'real'
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await vi.waitFor(() => expect(client.session.current().mode).toBe('real'))
  })
})

test('after a hot swap steps go on in the revision on display', async () => {
  const { server, reply } = slowServer()
  const revision = (name: string): Screen =>
    of(
      'user/set',
      [
        text(name),
        { widget: 'Text', props: {}, exprs: { text: ['@', 'state', 'stage'] }, sourcePath: 'body/9' },
        button('go', [slowly(step('set', { name: 'stage', value: 'sent' }))]),
      ],
      { access: ['login'], state: { stage: 'typed' } },
    )
  const { publish } = await startApp({ at: '/pages/user/set', server, screens: withScreens(revision('first')) })
  await page.findByText('typed')
  await tap(page.getByRole('button', { name: 'go' }))
  await quiet()
  act(() => publish(withScreens(revision('second'))))
  await page.findByText('second')
  await reply()
  await page.findByText('sent')
})
