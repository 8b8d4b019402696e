// @vitest-environment jsdom
import { asSeconds } from '../../language/values/time.ts'
import { act, fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import CountdownButton from './CountdownButton.tsx'
import { client } from '../../../../tests/support/client.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
  client.language.apply('en', { 'ui.resendIn': 'Again in {{seconds}} s' })
  client.storage.writeText('rest.code', null)
})
afterEach(() => void vi.useRealTimers())

const button = () => screen.getByRole<HTMLButtonElement>('button')
const isInactive = () => button().getAttribute('aria-disabled') === 'true'
const press = () => act(async () => void fireEvent.click(button()))
const pass = (ms: number) => act(async () => void vi.advanceTimersByTime(ms))

it('counts down after a success, then can be pressed again', async () => {
  const onPress = vi.fn()
  render(<CountdownButton label="Send" storageKey="code" seconds={asSeconds(60)} onPress={onPress} />)
  await press()
  expect(button().textContent).toBe('Again in 60 s')
  expect(isInactive()).toBe(true)
  await pass(1000)
  expect(button().textContent).toBe('Again in 59 s')
  await pass(58_999)
  expect(isInactive()).toBe(true)
  await press()
  expect(onPress).toHaveBeenCalledTimes(1)
  await pass(1)
  expect(button().textContent).toBe('Send')
  expect(isInactive()).toBe(false)
})

it('is never disabled after a press: it would lose the focus', async () => {
  render(
    <CountdownButton
      label="Send"
      storageKey="code"
      onPress={() => new Promise<void>((done) => setTimeout(done, 1000))}
    />,
  )
  await press()
  expect([isInactive(), button().disabled]).toEqual([true, false])
  await pass(1000)
  expect([button().textContent, isInactive(), button().disabled]).toEqual(['Again in 60 s', true, false])
})

it('has a name that changes every 10 s while it counts down', async () => {
  render(<CountdownButton label="Send" storageKey="code" seconds={asSeconds(25)} />)
  await press()
  const names = [screen.getByRole('button').getAttribute('aria-label')]
  for (let second = 1; second <= 25; second += 1) {
    await pass(1000)
    names.push(button().getAttribute('aria-label'))
  }
  expect(names.filter((name, at) => name !== names[at - 1])).toEqual([
    'Again in 25 s',
    'Again in 20 s',
    'Again in 10 s',
    null,
  ])
})

it.each([
  ['rejects', () => Promise.reject(new Error('offline'))],
  [
    'throws',
    () => {
      throw new Error('offline')
    },
  ],
  ['took a fail branch', () => Promise.resolve({ ok: false }) as unknown as Promise<void>],
])('does not rest when the handler %s', async (_how, onPress) => {
  render(<CountdownButton label="Send" storageKey="code" onPress={onPress} />)
  await press()
  expect(button().textContent).toBe('Send')
  expect(isInactive()).toBe(false)
})

it('is not pressed twice while the handler runs', async () => {
  const onPress = vi.fn(() => new Promise<void>(() => {}))
  render(<CountdownButton label="Send" storageKey="code" onPress={onPress} />)
  await press()
  await press()
  expect(onPress).toHaveBeenCalledTimes(1)
  expect(button().getAttribute('aria-busy')).toBe('true')
})

it('goes on resting after leaving the screen and coming back', async () => {
  const first = render(<CountdownButton label="Send" storageKey="code" />)
  await press()
  first.unmount()
  vi.setSystemTime(1_000_000 + 20_000)
  render(<CountdownButton label="Send" storageKey="code" />)
  expect(button().textContent).toBe('Again in 40 s')
})

it('rests together with a button of the same key', async () => {
  render(
    <>
      <CountdownButton label="One" storageKey="code" />
      <CountdownButton label="Two" storageKey="code" />
    </>,
  )
  await act(async () => void fireEvent.click(screen.getByText('One')))
  expect(screen.getAllByText('Again in 60 s')).toHaveLength(2)
})

it('a clock set back does not make the rest longer', async () => {
  client.storage.writeText('rest.code', String(1_000_000 + 86_400_000))
  render(<CountdownButton label="Send" storageKey="code" seconds={asSeconds(60)} />)
  expect(button().textContent).toBe('Again in 60 s')
})
