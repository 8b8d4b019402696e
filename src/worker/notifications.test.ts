import { expect, test } from 'vitest'
import { openMessage, showMessage, type NotificationPorts } from './notifications.ts'

function ports(open: readonly string[] = []) {
  const log: unknown[][] = []
  const page = {
    focus: async () => void log.push(['focus']),
    navigate: async (url: string) => void log.push(['navigate', url]),
  }
  const own: NotificationPorts = {
    show: async (title, options) => void log.push(['show', title, options]),
    pages: async () => open.map(() => page),
    open: async (url) => void log.push(['open', url]),
    base: 'https://app.example/h5/',
  }
  return { own, log }
}

test('a push shows its message, which replaces the one with the same id', async () => {
  const { own, log } = ports()
  await showMessage(own, { id: 'm1', lang: 'ar', title: 'T', text: 'B', link: '/pages/contract/index' })
  const options = { body: 'B', tag: 'm1', lang: 'ar', dir: 'auto', icon: 'https://app.example/h5/icons/192.png' }
  expect(log).toEqual([['show', 'T', { ...options, data: '/pages/contract/index' }]])
})

test.each([
  [{}],
  [{ title: 'T', link: 'https://evil.example/' }],
  [{ title: 'T', link: '/pages/../api' }],
  [{ link: null }],
])('a push of %j shows a notification that opens the app', async (message) => {
  const { own, log } = ports()
  await showMessage(own, message)
  expect(log).toHaveLength(1)
  const options = log[0]?.[2] as NotificationOptions | undefined
  expect(String(options?.data)).toMatch(/^(\/pages\/.*)?$/)
})

test('a press opens the screen in the page of the app that is open', async () => {
  const { own, log } = ports(['one', 'two'])
  await openMessage(own, '/pages/whdetail/index?symbol=BTCUSDT')
  expect(log).toEqual([['focus'], ['navigate', 'https://app.example/h5/#/pages/whdetail/index?symbol=BTCUSDT']])
})

test('a press without an open page opens one', async () => {
  const { own, log } = ports()
  await openMessage(own, '/pages/contract/index')
  expect(log).toEqual([['open', 'https://app.example/h5/#/pages/contract/index']])
})

test('a press opens no other address', async () => {
  const { own, log } = ports()
  await openMessage(own, 'https://evil.example/')
  expect(log).toEqual([['open', 'https://app.example/h5/']])
})
