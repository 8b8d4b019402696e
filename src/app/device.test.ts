// @vitest-environment jsdom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { shareLink } from './device.ts'

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
