// @vitest-environment jsdom
import { asUnixSeconds } from '../../language/values/time.ts'
import { render, screen, within } from '../../../../tests/support/react.tsx'
import { expect, it } from 'vitest'
import Stepper from './Stepper.tsx'

it('shows each step, its state, and the current one', () => {
  render(
    <Stepper
      label="Progress"
      steps={[
        { title: 'Submitted', state: 'done', time: asUnixSeconds(1_794_873_600) },
        { title: 'In review', state: 'current', note: 'Soon.' },
        { title: 'Credited', state: 'todo', time: null, note: null },
      ]}
    />,
  )
  const steps = within(screen.getByRole('list', { name: 'Progress' })).getAllByRole('listitem')
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual([null, 'step', null])
  expect(steps.map((step) => step.querySelector('time') !== null)).toEqual([true, false, false])
  expect(steps[1]?.textContent).toContain('Soon.')
  expect(new Set(steps.map((step) => step.className)).size).toBe(3)
})

it('shows a failed step by more than its colour', () => {
  const { container } = render(
    <Stepper
      label="Progress"
      steps={[
        { title: 'Deposit', state: 'failed' },
        { title: 'Other', state: 'done' },
      ]}
    />,
  )
  const [failed, done] = container.querySelectorAll('li')
  expect(failed?.querySelector('p')?.textContent).not.toBe('Deposit')
  expect(failed?.querySelector('svg')?.innerHTML).not.toBe(done?.querySelector('svg')?.innerHTML)
})
