// @vitest-environment jsdom
import { fireEvent, render, screen } from '../../../../tests/support/react.tsx'
import { describe, expect, it, vi } from 'vitest'
import { client } from '../../../../tests/support/client.ts'
import Frame, { permittedUrl } from './Frame.lazy.tsx'

const OWN = 'https://app.example.com'
const allowed = ['https://help.example.com', 'https://status.example.com/', OWN]

describe('permitted', () => {
  it('permits an allowed https origin with any path', () => {
    expect(permittedUrl('https://help.example.com/a?b#c', allowed, OWN)).toBe('https://help.example.com/a?b#c')
    expect(permittedUrl('https://status.example.com', allowed, OWN)).toBe('https://status.example.com/')
  })
  it.each([
    'http://help.example.com/',
    'https://help.example.com.evil.org/',
    'https://help.example.com:8443/',
    'https://help.example.com@evil.org/',
    'https://user:pass@help.example.com/',
    `${OWN}/h5/`,
    'javascript:alert(1)',
    'data:text/html,x',
    '//help.example.com/',
    '/help',
    'not an address',
    '',
  ])('refuses %j', (src) => expect(permittedUrl(src, allowed, OWN)).toBeNull())
})

describe('Frame', () => {
  it('loads the page in a sandbox that cannot navigate the app, and sends no referrer', () => {
    const onLoad = vi.fn()
    render(<Frame src="https://help.example.com/" title="Help" allowed={allowed} onLoad={onLoad} />)
    const frame = screen.getByTitle('Help')
    expect(frame.getAttribute('sandbox')?.split(' ')).not.toContain('allow-top-navigation')
    expect(frame.getAttribute('sandbox')).not.toBe('')
    expect(frame.getAttribute('referrerpolicy')).toBe('no-referrer')
    expect(screen.getByRole('status')).toBeDefined()
    fireEvent.load(frame)
    expect(screen.queryByRole('status')).toBeNull()
    expect(onLoad).toHaveBeenCalledOnce()
  })
  it('says so when an address is refused', () => {
    client.language.apply('en', { 'ui.frameRefused': 'Not opened here' })
    const { container } = render(<Frame src="https://evil.example.org/" title="Help" allowed={allowed} />)
    expect(container.querySelector('iframe')).toBeNull()
    expect(container.textContent).toBe('Not opened here')
  })
})
