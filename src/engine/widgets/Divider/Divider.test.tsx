// @vitest-environment jsdom
import { render, screen } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Divider from './Divider.tsx'

it('is visible and accessible', () => {
  render(<Divider inset space="md" />)
  expect(screen.getByRole('separator').className).toBe('line space-md inset')
})
