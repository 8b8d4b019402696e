// @vitest-environment jsdom
import { screen as page, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { LIMITS, type Node, type Screen } from '../../engine/language/expressions/program.ts'
import {
  button,
  CALLS,
  ok,
  screen,
  SCREENS,
  startApp,
  stopApp,
  tap,
  text,
  type Server,
} from '../../../tests/support/startApp.tsx'

afterEach(stopApp)

const news: Server = (call) => ok(call === 'news/list' ? { rows: [{ id: 1, title: 'Rates rise' }] } : null)

const open = (toolbar: Node[], more: Partial<Screen> = {}, server: Server = news) =>
  startApp({
    at: '/pages/news/index',
    server,
    screens: [
      ...SCREENS.filter(({ id }) => id !== 'news/index'),
      screen('news/index', [text('the news')], { toolbar, ...more }),
    ],
  })
const bar = async () => within((await page.findByRole('heading', { level: 1 })).closest('header') as HTMLElement)

describe('the end of the app’s bar', () => {
  test('has the screen’s nodes beside the title, and their steps run', async () => {
    const pressed: Node = {
      widget: 'Button',
      exprs: { label: ['?:', ['@', 'state', 'on'], 'watched', 'watch'] },
      on: { press: [{ action: 'set', args: { name: 'on', value: true }, sourcePath: 'toolbar/0/on/press/0' }] },
      sourcePath: 'toolbar/0',
    }
    await open([pressed], { state: { on: false } })
    await tap(await (await bar()).findByRole('button', { name: 'watch' }))
    expect(await (await bar()).findByRole('button', { name: 'watched' })).toBeTruthy()
    expect((await bar()).queryByText('the news')).toBeNull()
    expect(page.getByText('the news')).toBeTruthy()
  })

  test('is shown while the body has no data', async () => {
    let answer = (): void => {}
    const later: Server = (call) =>
      call === 'news/list'
        ? new Promise((resolve) => {
            answer = () => resolve(news(call, ''))
          })
        : ok(null)
    const exprs: Node['exprs'] = { label: ['?:', ['==', ['@', 'data', 'news'], null], 'none yet', 'here'] }
    await open(
      [{ ...button('', [], 'toolbar/0'), exprs }],
      {
        queries: { news: { call: 'news/list' } },
        calls: { ...CALLS, 'news/list': { method: 'GET', auth: false, effect: 'read', data: {} } },
      },
      later,
    )
    expect(await (await bar()).findByRole('button', { name: 'none yet' })).toBeTruthy()
    expect(page.queryByText('the news')).toBeNull()
    answer()
    expect(await (await bar()).findByRole('button', { name: 'here' })).toBeTruthy()
    expect(await page.findByText('the news')).toBeTruthy()
  })

  test('has the fallback of a node that this build cannot draw, and without one omits it: a card does not fit', async () => {
    await open([
      { widget: 'Missing', sourcePath: 'toolbar/0', fallback: text('instead', 'toolbar/0/fallback') },
      { widget: 'Missing', sourcePath: 'toolbar/1' },
      button('watch', [], 'toolbar/2'),
    ])
    expect((await bar()).getByText('instead')).toBeTruthy()
    expect((await bar()).getByRole('button', { name: 'watch' })).toBeTruthy()
    expect(page.queryByText(/Missing/)).toBeNull()
  })

  test('is left out where the screen is too large to be drawn', async () => {
    const faults = vi.spyOn(console, 'warn').mockImplementation(() => {})
    await open([
      button('watch', [], 'toolbar/0'),
      ...Array.from({ length: LIMITS.nodes }, (_, i) => text('', `toolbar/${i}`)),
    ])
    await page.findByText(/news\/index/, { selector: 'p' })
    expect((await bar()).queryByRole('button', { name: 'watch' })).toBeNull()
    expect(faults).toHaveBeenCalled()
    faults.mockRestore()
  })

  test('is not on a screen with its own bar', async () => {
    await open([button('watch', [], 'toolbar/0')], { navigationBar: 'custom' })
    await page.findByText('the news')
    expect(page.queryByRole('button', { name: 'watch' })).toBeNull()
  })
})
