// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import ListCell from './ListCell.tsx'

const chevrons = (root: Element) => root.querySelectorAll('svg[class*=chevron-right]').length

describe('ListCell', () => {
  it('is plain text without a press handler', () => {
    const { container } = render(<ListCell title="Order" value="10.00" />)
    expect(screen.queryByRole('button')).toBeNull()
    expect(chevrons(container)).toBe(0)
  })

  it('leads somewhere with one: a chevron, and a button that says everything in the cell', async () => {
    const onPress = vi.fn()
    const { container } = render(<ListCell title="Language" value="English" subtitle="of the app" onPress={onPress} />)
    expect(chevrons(container)).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: /Language.*of the app.*English/ }))
    expect(onPress).toHaveBeenCalledOnce()
  })

  it('is the chosen one or not, without a chevron', () => {
    const { container, rerender } = render(<ListCell title="Deutsch" selected onPress={() => {}} />)
    expect(screen.getByRole('button').getAttribute('aria-current')).toBe('true')
    expect(chevrons(container)).toBe(0)
    rerender(<ListCell title="Deutsch" selected={false} onPress={() => {}} />)
    expect(screen.getByRole('button').getAttribute('aria-current')).toBeNull()
    expect(container.querySelector('svg')).toBeNull()
  })

  it('has the value on the line of the title and its second line on the second line', () => {
    render(<ListCell title="Fee" subtitle="18:04" value="1.00 USDT" note="9.00 USDT" byLine />)
    expect(screen.getByText('1.00 USDT').parentElement?.textContent).toBe('Fee1.00 USDT')
    expect(screen.getByText('9.00 USDT').parentElement?.textContent).toBe('18:049.00 USDT')
  })

  it('marks the words that were searched for in both lines', () => {
    const { container } = render(
      <ListCell title="EUR/USD" subtitle="Euro / US Dollar" searched="euro usd" onPress={() => {}} />,
    )
    expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['USD', 'Euro'])
    expect(screen.getByRole('button', { name: 'EUR/USD Euro / US Dollar' })).toBeDefined()
  })

  it('has its heading above the row, outside of the button', () => {
    render(<ListCell head="2026-12-01" title="Fee" onPress={() => {}} />)
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('2026-12-01')
    expect(screen.getByRole('button', { name: 'Fee' })).toBeDefined()
  })

  it('lets the slots take the place of icon and value', () => {
    const { container } = render(<ListCell title="BTC" icon="bell" value="1" start={<b>S</b>} end={<b>E</b>} />)
    expect(container.textContent).toBe('SBTCE')
    expect(container.querySelector('svg')).toBeNull()
  })

  it('cannot be pressed when disabled', async () => {
    const onPress = vi.fn()
    render(<ListCell title="Advanced" disabled onPress={onPress} />)
    await userEvent.click(screen.getByRole('button'))
    expect(onPress).not.toHaveBeenCalled()
  })
})
