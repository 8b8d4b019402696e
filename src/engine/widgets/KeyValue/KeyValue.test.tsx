// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import KeyValue from './KeyValue.tsx'

it('ties names to values, each in its own direction', () => {
  const { container } = render(
    <KeyValue
      rows={[
        { label: 'Direction', value: 'Long', tone: 'up' },
        { label: 'Total', value: '-1,250.75 USDT', strong: true },
      ]}
    >
      <p>further</p>
    </KeyValue>,
  )
  expect(screen.getAllByRole('term').map((term) => term.textContent)).toEqual(['Direction', 'Total'])
  const [long, total] = screen.getAllByRole('definition')
  expect(long?.className).toContain('toneUp')
  expect(total?.querySelector('bdi')?.textContent).toBe('-1,250.75 USDT')
  expect(container.textContent).toContain('further')
})
