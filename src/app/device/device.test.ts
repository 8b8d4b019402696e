// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { saveFile, shareLink } from './device.ts'

const link = { title: 'Placard', url: 'https://example.com/' }
const give = (more: { share?: () => Promise<void>; canShare?: () => boolean }) => void Object.assign(navigator, more)

afterEach(() => {
  for (const name of ['share', 'canShare']) Reflect.deleteProperty(navigator, name)
})

describe('shareLink', () => {
  test('is missing in a browser without it', async () => {
    expect(await shareLink(link)).toBe('missing')
  })
  test('hands it to the device', async () => {
    const share = vi.fn(async () => {})
    give({ share, canShare: () => true })
    expect(await shareLink(link)).toBe('shared')
    expect(share).toHaveBeenCalledWith(link)
  })
  test('is missing for unsupported content', async () => {
    const share = vi.fn(async () => {})
    give({ share, canShare: () => false })
    expect(await shareLink(link)).toBe('missing')
    expect(share).not.toHaveBeenCalled()
  })
  test.each([
    ['AbortError', 'refused'],
    ['NotAllowedError', 'missing'],
    ['DataError', 'refused'],
  ])('%s: %s', async (name, outcome) => {
    give({ share: () => Promise.reject(new DOMException('', name)) })
    expect(await shareLink(link)).toBe(outcome)
  })
})

describe('saveFile', () => {
  const file = { name: 'statement.csv', text: 'a,b', mediaType: 'text/csv' }
  const touch = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  test('downloads the text under its name', async () => {
    vi.useFakeTimers()
    touch(false)
    Object.assign(URL, { createObjectURL: () => 'blob:statement', revokeObjectURL: vi.fn() })
    const clicked: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(this.download, this.href)
    })
    expect(await saveFile(file)).toBe(true)
    expect(clicked).toEqual(['statement.csv', 'blob:statement'])
    expect(document.querySelector('a')).toBeNull()
    vi.runAllTimers()
    expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:statement')
  })

  test('opens the share sheet of a touch device', async () => {
    touch(true)
    const share = vi.fn<(shared: { files: File[] }) => Promise<void>>().mockResolvedValue()
    Object.assign(navigator, { share, canShare: () => true })
    expect(await saveFile(file)).toBe(true)
    expect(share.mock.calls[0]?.[0].files[0]).toMatchObject({ name: 'statement.csv', type: 'text/csv' })
  })

  test('is not saved when the user closes the share sheet', async () => {
    touch(true)
    Object.assign(navigator, { share: () => Promise.reject(new DOMException('', 'AbortError')), canShare: () => true })
    expect(await saveFile(file)).toBe(false)
  })
})
