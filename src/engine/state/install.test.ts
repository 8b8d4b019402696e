// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'

const fresh = async () => {
  vi.resetModules()
  return { ...(await import('./install.ts')), get: (await import('./store.ts')).get }
}
const question = () =>
  Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: vi.fn(() => Promise.resolve()) })

test('one press where the browser offers it, once', async () => {
  const it = await fresh()
  it.startInstall()
  expect(it.get(it.installAtom)).toBe('none')
  const prompt = question()
  window.dispatchEvent(prompt)
  expect(prompt.defaultPrevented).toBe(true)
  expect(it.get(it.installAtom)).toBe('prompt')
  await it.install()
  await it.install()
  expect(prompt.prompt).toHaveBeenCalledTimes(1)
  expect(it.get(it.installAtom)).toBe('none')
})

test('nothing once it is installed', async () => {
  const it = await fresh()
  it.startInstall()
  window.dispatchEvent(question())
  window.dispatchEvent(new Event('appinstalled'))
  expect(it.get(it.installAtom)).toBe('none')
})

test('manually on an iPhone, not in the installed app', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)')
  const it = await fresh()
  it.startInstall()
  expect(it.get(it.installAtom)).toBe('byHand')
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('standalone') }))
  const installed = await fresh()
  installed.startInstall()
  expect(installed.get(installed.installAtom)).toBe('none')
  vi.unstubAllGlobals()
})
