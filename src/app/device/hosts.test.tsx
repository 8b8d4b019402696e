// @vitest-environment jsdom
import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Step } from '../../engine/language/expressions/program.ts'
import { button, ok, screen, SCREENS, startApp, stopApp, tap, text, user } from '../../../tests/support/startApp.tsx'
import { client } from '../../../tests/support/client.ts'

afterEach(() => {
  vi.useRealTimers()
  client.live.setStale(false)
  stopApp()
})

const toast = (words: string): Step => ({ action: 'toast', args: { text: words }, sourcePath: 'x' })

async function startWith(press: Step[], widgets: string[] = []) {
  const requires = { widgets: ['Text', 'Button', ...widgets], actions: [], functions: [] }
  const app = await startApp({
    screens: [screen('index/index', [button('go', press)], { requires }), ...SCREENS.slice(1)],
  })
  await tap(await page.findByRole('button', { name: 'go' }))
  return app
}

describe('confirm', () => {
  const steps: Step[] = [
    {
      action: 'confirm',
      args: { title: 'Sure?', confirmLabel: 'Yes', cancelLabel: 'No', rows: [{ label: 'Amount', value: '5 USDT' }] },
      sourcePath: 'x',
    },
    toast('went on'),
  ]

  test('shows the facts', async () => {
    await startWith(steps)
    const dialog = await page.findByRole('alertdialog', { name: 'Sure?' })
    expect(within(dialog).getByText('5 USDT')).toBeTruthy()
  })

  test('a yes continues', async () => {
    await startWith(steps)
    const dialog = await page.findByRole('alertdialog', { name: 'Sure?' })
    await tap(within(dialog).getByRole('button', { name: 'Yes' }))
    await page.findByText('went on')
    expect(page.queryByRole('alertdialog')).toBeNull()
  })

  test('a no ends the sequence', async () => {
    await startWith(steps)
    await tap(within(await page.findByRole('alertdialog')).getByRole('button', { name: 'No' }))
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
    expect(page.queryByText('went on')).toBeNull()
  })

  test('an expired offer can only be renewed: the steps begin again', async () => {
    const offer = (seconds: number): Step => ({
      action: 'confirm',
      args: { title: 'Sure?', confirmLabel: 'Yes' },
      slots: { body: [{ widget: 'Offer', props: { seconds }, sourcePath: 'offer' }] },
      sourcePath: 'x',
    })
    await startWith([toast('asked'), offer(1), toast('went on')], ['Offer'])
    const dialog = await page.findByRole('alertdialog')
    const renew = await within(dialog).findByRole('button', { name: 'ui.offerRenew' })
    expect(within(dialog).queryByRole('button', { name: 'Yes' })).toBeNull()
    expect(within(dialog).getByText('ui.offerOld')).toBeTruthy()
    // The renewed offer stays, however long the rest takes.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now())
    await tap(renew)
    await waitFor(() => expect(page.getByRole('alertdialog')).not.toBe(dialog))
    await tap(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Yes' }))
    await page.findByText('went on')
  })

  test('opens with all that it shows: the code of its widgets is loaded first', async () => {
    const requires = { widgets: ['Text', 'Button', 'Badge'], actions: [], functions: [], deferred: ['Badge'] }
    const shown = { widget: 'Badge', props: { text: 'Parts' }, sourcePath: 'badge' }
    const [ask] = steps
    if (!ask) throw new Error('There is no step.')
    await startApp({
      screens: [
        screen('index/index', [button('go', [{ ...ask, slots: { body: [shown] } }])], { requires }),
        ...SCREENS.slice(1),
      ],
    })
    await tap(await page.findByRole('button', { name: 'go' }))
    const dialog = await page.findByRole('alertdialog')
    expect(within(dialog).queryByText(/shell.tooOldTitle|shell.loading/)).toBeNull()
    expect(dialog.textContent).toContain('Yes')
    expect(within(dialog).getByText('Parts')).toBeTruthy()
  })

  test('the end of the session closes it and stops the steps', async () => {
    const { runtime } = await startWith(steps)
    await page.findByRole('alertdialog')
    await act(() => runtime.logout())
    await waitFor(() => expect(page.queryByRole('alertdialog')).toBeNull())
    expect(page.queryByText('went on')).toBeNull()
  })
})

describe('sheet', () => {
  async function openSheet(...after: Step[]): Promise<HTMLElement> {
    await startWith([
      {
        action: 'sheet',
        args: { title: 'More' },
        slots: {
          body: [text('in the sheet'), button('close it', [{ action: 'closeSheet', sourcePath: 'x' }], 'body/2')],
        },
        sourcePath: 'x',
      },
      ...after,
    ])
    return page.findByRole('dialog', { name: 'More' })
  }

  test('shows its nodes', async () => {
    expect(within(await openSheet()).getByText('in the sheet')).toBeTruthy()
  })

  test('closing it continues the steps', async () => {
    const sheet = await openSheet(toast('went on'))
    expect(page.queryByText('went on')).toBeNull()
    await tap(within(sheet).getByRole('button', { name: 'close it' }))
    await page.findByText('went on')
  })
})

describe('overlays of a screen go with it', () => {
  const sheet: Step = {
    action: 'sheet',
    args: { title: 'More' },
    slots: { body: [text('in the sheet')] },
    sourcePath: 'x',
  }
  const question: Step = { action: 'confirm', args: { title: 'Sure?', confirmLabel: 'Yes' }, sourcePath: 'x' }
  const leave = (): void => {
    location.hash = '#/pages/market/index'
  }

  /** The news, with a sheet or a dialog open over them. */
  async function open(role: 'dialog' | 'alertdialog') {
    const requires = { widgets: ['Text', 'Button'], actions: [], functions: [] }
    const news = screen(
      'news/index',
      [text('the news'), button('go', role === 'dialog' ? [sheet] : [question, toast('went on')])],
      { requires },
    )
    const app = await startApp({ screens: SCREENS.map((screen) => (screen.id === news.id ? news : screen)) })
    await tap(await page.findByRole('button', { name: 'to news' }))
    await tap(await page.findByRole('button', { name: 'go' }))
    await page.findByRole(role)
    await waitFor(() => expect(history.state).toMatchObject({ usr: { layers: 1 } }))
    return app
  }

  test.each(['dialog', 'alertdialog'] as const)(
    'an address typed by hand takes a %s away, and nothing that waited for a yes goes on',
    async (role) => {
      await open(role)
      act(leave)
      await waitFor(() => expect(page.queryByText('the news')).toBeNull())
      expect(page.queryByRole(role)).toBeNull()
      expect(page.queryByText('went on')).toBeNull()
    },
  )

  test.each(['dialog', 'alertdialog'] as const)(
    'the browser’s way back closes a %s alone, and the next leaves the screen',
    async (role) => {
      await open(role)
      act(() => history.back())
      await waitFor(() => expect(page.queryByRole(role)).toBeNull())
      expect(page.getByText('the news')).toBeTruthy()
      expect(page.queryByText('went on')).toBeNull()
      act(() => history.back())
      await waitFor(() => expect(page.queryByText('the news')).toBeNull())
    },
  )

  test('a screen is drawn once, however many layers open and close over it', async () => {
    const { runtime } = await open('dialog')
    const shown = page.getByText('the news')
    await tap(page.getByRole('button', { name: 'ui.close' }))
    await waitFor(() => expect(history.state).not.toMatchObject({ usr: { layers: 1 } }))
    expect(page.getByText('the news')).toBe(shown)
    act(() => runtime.navigator.back())
    await waitFor(() => expect(page.queryByText('the news')).toBeNull())
  })
})

describe('payment password', () => {
  const steps: Step[] = [
    {
      action: 'payPassword',
      args: { call: 'wallet/out' },
      as: { onSuccess: 'proof' },
      branches: { onSuccess: [{ action: 'toast', exprs: { text: ['s+', 'got ', ['v', 'proof']] }, sourcePath: 'x' }] },
      sourcePath: 'x',
    },
    toast('went on'),
  ]
  const refused = (code: string, params = {}) => ({ type: 'error', code, message: code, params, data: null })

  async function openPayPassword(server: (body: string) => unknown) {
    const sent: string[] = []
    const app = await startApp({
      screens: [screen('index/index', [button('go', steps)]), ...SCREENS.slice(1)],
      server(call, body) {
        if (call !== 'safe/pay_verify') return ok(null)
        sent.push(body)
        return server(body)
      },
    })
    await tap(await page.findByRole('button', { name: 'go' }))
    // An effect opens the dialog after its elements are there; only then does it have roles.
    const dialog = await page.findByRole('dialog')
    return { ...app, sent, field: within(dialog).getByLabelText('shell.payPasswordLabel') }
  }

  /** React starts the interval of the countdown some time after it shows the text. Only intervals are faked. */
  const intervalStarts = async () => {
    while (vi.getTimerCount() === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }

  test('is asked for by keys or by keyboard until the server says that it is right', async () => {
    const { sent, field } = await openPayPassword((body) =>
      body.includes('246810') ? ok({ proof: 'p'.repeat(43), expiresAfter: 120 }) : refused('wrongPayPassword'),
    )
    for (const digit of '111') await tap(page.getByRole('button', { name: digit }))
    await tap(page.getByRole('button', { name: 'keypad.delete' }))
    expect(sent).toEqual([])
    await userEvent.type(field, '1111')
    expect((await page.findByRole('alert')).textContent).toContain('wrongPayPassword')
    expect(field).toHaveProperty('value', '')
    await userEvent.type(field, '٢46810')
    await page.findByText(`got ${'p'.repeat(43)}`)
    await page.findByText('went on')
    expect(sent.map((body) => JSON.parse(body) as unknown)).toMatchObject([
      { call: 'wallet/out', password: '111111' },
      { call: 'wallet/out', password: '246810' },
    ])
  })

  test('shows how long it is blocked, and ignores input meanwhile', async () => {
    const { sent, field } = await openPayPassword(() => refused('tooManyRequests', { seconds: 900 }))
    await userEvent.type(field, '111111')
    expect((await page.findByRole('alert')).textContent).toBe('shell.payPasswordBlocked')
    await tap(page.getByRole('button', { name: '1' }))
    expect(field).toHaveProperty('value', '')
    expect(sent).toHaveLength(1)
  })

  test('reads out once that it is blocked, while the clock runs', async () => {
    const { field } = await openPayPassword(() => refused('tooManyRequests', { seconds: 900 }))
    const texts = { 'shell.payPasswordBlocked': 'Blocked.', 'shell.payPasswordWait': 'Wait {{time}}.' }
    act(() => client.language.apply('en', texts))
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: false })
    fireEvent.change(field, { target: { value: '111111' } })
    const alert = await page.findByRole('alert')
    await intervalStarts()
    expect([alert.textContent, page.getByRole('timer').textContent]).toEqual(['Blocked.', 'Wait 15:00.'])
    act(() => void vi.advanceTimersByTime(5_000))
    expect([alert.textContent, page.getByRole('timer').textContent]).toEqual(['Blocked.', 'Wait 14:55.'])
    expect(alert.contains(page.getByRole('timer'))).toBe(false)
    expect(field.getAttribute('aria-describedby')).toBe(alert.id)
  })

  test('takes the password again when the time is over', async () => {
    const { field } = await openPayPassword(() => refused('tooManyRequests', { seconds: 900 }))
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], shouldAdvanceTime: false })
    fireEvent.change(field, { target: { value: '111111' } })
    await page.findByRole('timer')
    await intervalStarts()
    act(() => void vi.advanceTimersByTime(900_000))
    expect([page.queryByRole('alert'), page.queryByRole('timer'), field]).toMatchObject([
      null,
      null,
      { readOnly: false },
    ])
  })

  test('leaving ends the sequence', async () => {
    const { sent } = await openPayPassword(() => ok(null))
    const sheet = await page.findByRole('dialog', { name: 'shell.payPasswordTitle' })
    await tap(within(sheet).getByRole('button', { name: 'ui.close' }))
    await waitFor(() => expect(page.queryByLabelText('shell.payPasswordLabel')).toBeNull())
    expect([sent, page.queryByText('went on')]).toEqual([[], null])
  })
})

describe('marks', () => {
  test('shows the sandbox, the demo account and old prices', async () => {
    localStorage.setItem('placard.token', 'token')
    await startApp({
      config: { sandbox: true },
      server: (call) => ok(call === 'user/info' ? { ...user, mode: 'demo' } : null),
    })
    await page.findByText('shell.sandbox')
    await page.findByText('shell.demo')
    expect(page.queryByText('shell.liveStale')).toBeNull()
    act(() => client.live.setStale(true))
    await page.findByText('shell.liveStale')
  })

  test('a real account outside of the sandbox has none', async () => {
    localStorage.setItem('placard.token', 'token')
    await startApp({ server: (call) => ok(call === 'user/info' ? user : null) })
    await page.findByText('the home')
    expect(page.queryByText('shell.sandbox')).toBeNull()
    expect(page.queryByText('shell.demo')).toBeNull()
  })
})

describe('links', () => {
  test('asks before opening a foreign site', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    await startWith([{ action: 'openLink', args: { url: 'https://foreign.example/' }, sourcePath: 'x' }])
    const dialog = await page.findByRole('alertdialog')
    expect(open).not.toHaveBeenCalled()
    await tap(within(dialog).getByRole('button', { name: 'shell.leaveOk' }))
    await waitFor(() =>
      expect(open).toHaveBeenCalledExactlyOnceWith('https://foreign.example/', '_blank', 'noopener,noreferrer'),
    )
  })
})

describe('an idle user', () => {
  test('is logged out after the operator’s time', async () => {
    localStorage.setItem('placard.token', 'token')
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { runtime } = await startApp({
      at: '/pages/assets/index',
      config: { idle: 60 },
      server: (call) => ok(call === 'user/info' ? user : null),
    })
    await page.findByText('the assets')
    await act(() => vi.advanceTimersByTimeAsync(50_000))
    fireEvent.keyDown(document.body, { key: 'Tab' })
    await act(() => vi.advanceTimersByTimeAsync(50_000))
    expect(localStorage.getItem('placard.token')).toBe('token')
    await act(() => vi.advanceTimersByTimeAsync(11_000))
    expect(localStorage.getItem('placard.token')).toBeNull()
    vi.useRealTimers()
    await page.findByText('the login')
    runtime.close()
  })

  test('is logged out at the start of a visit after that time, and comes back to its address', async () => {
    localStorage.setItem('placard.token', 'token')
    localStorage.setItem('placard.touched', String(Date.now() - 3_600_000))
    const { runtime, calls } = await startApp({
      at: '/pages/user/set?id=7',
      config: { idle: 60 },
      server: (call) => ok(call === 'user/info' ? user : null),
    })
    await page.findByText('the login')
    expect([localStorage.getItem('placard.token'), calls.includes('user/logout')]).toEqual([null, true])
    await act(async () => {
      await runtime.login('another')
    })
    await page.findByText('the settings')
    runtime.close()
  })
})
