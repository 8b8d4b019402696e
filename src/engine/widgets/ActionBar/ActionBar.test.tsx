// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import ActionBar from './ActionBar.tsx'

it('is marked for the scroll area around it, which leaves space for it at its end', () => {
  render(
    <ActionBar>
      <button type="button">Buy</button>
    </ActionBar>,
  )
  expect(screen.getByRole('button', { name: 'Buy' }).closest('[data-action-bar]')).not.toBeNull()
})
