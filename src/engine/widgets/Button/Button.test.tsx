// @vitest-environment jsdom
import { act, render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { Activity } from 'react'
import { describe, expect, it, vi } from 'vitest'
import Button from './Button.tsx'
import { client } from '../../../../tests/support/client.ts'

describe('Button', () => {
  it('counts two presses in 0.5 s once', async () => {
    const onPress = vi.fn()
    render(<Button label="Deposit" onPress={onPress} />)
    await userEvent.dblClick(screen.getByRole('button', { name: 'Deposit' }))
    expect(onPress).toHaveBeenCalledOnce()
  })

  it('is pressed by pointer and keyboard', async () => {
    const onPress = vi.fn()
    render(<Button label="Deposit" onPress={onPress} />)
    await userEvent.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(onPress).toHaveBeenCalledOnce()
    await act(() => new Promise((resolve) => setTimeout(resolve, 510)))
    screen.getByRole('button').focus()
    await userEvent.keyboard(' ')
    expect(onPress).toHaveBeenCalledTimes(2)
  })

  it('is busy until its handler is done, keeps the focus and drops presses', async () => {
    client.language.apply('en', { 'ui.busy': 'Working' })
    let finish: (() => void) | undefined
    const onPress = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)))
    render(<Button label="Pay" onPress={onPress} />)
    const button = screen.getByRole('button')
    await userEvent.click(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.textContent).toContain('Working')
    expect(document.activeElement).toBe(button)
    await act(() => new Promise((resolve) => setTimeout(resolve, 510)))
    await userEvent.click(button)
    expect(onPress).toHaveBeenCalledOnce()
    await act(async () => finish?.())
    expect(button.getAttribute('aria-busy')).toBeNull()
    expect(button.textContent).toBe('Pay')
  })

  it('is not busy when its screen is shown after the handler is done', async () => {
    let finish: (() => void) | undefined
    const button = <Button label="Pay" onPress={() => new Promise<void>((resolve) => (finish = resolve))} />
    const { rerender } = render(<Activity mode="visible">{button}</Activity>)
    await userEvent.click(screen.getByRole('button'))
    rerender(<Activity mode="hidden">{button}</Activity>)
    await act(async () => finish?.())
    rerender(<Activity mode="visible">{button}</Activity>)
    expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull()
  })

  it('does nothing when disabled', async () => {
    const onPress = vi.fn()
    render(<Button label="Pay" disabled onPress={onPress} />)
    await userEvent.click(screen.getByRole('button'))
    expect(onPress).not.toHaveBeenCalled()
  })

  it('has its label as name when only the icon is drawn, and a toggle state', () => {
    render(<Button label="Favourite" icon="star" iconOnly pressed />)
    expect(screen.getByRole('button', { name: 'Favourite', pressed: true }).textContent).toBe('')
  })

  it('has a chevron when it opens a choice', () => {
    const chevrons = (root: Element) => root.querySelectorAll('svg[class*=chevron-down]').length
    const { container, rerender } = render(<Button label="Period" variant="choice" />)
    expect(chevrons(container)).toBe(1)
    rerender(<Button label="Period" variant="secondary" />)
    expect(chevrons(container)).toBe(0)
  })

  it('names the meaning of a dot', () => {
    render(<Button label="Notifications" about="3 unread" icon="bell" iconOnly dot />)
    const button = screen.getByRole('button', { name: 'Notifications 3 unread' })
    expect(button.querySelector('[class*="dot"]')).not.toBeNull()
  })
})
