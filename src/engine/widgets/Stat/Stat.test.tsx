// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Stat from './Stat.tsx'

it('ties a name to its value, the slot before the text', () => {
  const { rerender } = render(<Stat label="24h high" value="68,420.10" />)
  expect([screen.getByRole('term').textContent, screen.getByRole('definition').textContent]).toEqual([
    '24h high',
    '68,420.10',
  ])
  rerender(
    <Stat label="24h high" value="text" end={<i>+1</i>}>
      <b>slot</b>
    </Stat>,
  )
  expect(screen.getByRole('definition').textContent).toBe('slot+1')
})
