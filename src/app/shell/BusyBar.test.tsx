// @vitest-environment jsdom
import { act, screen as page } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { busy } from '../../engine/state/ui.ts'
import { startApp, stopApp } from '../../../tests/support/startApp.tsx'

afterEach(stopApp)

test('a long call shows a named progress line, inside a landmark', async () => {
  await startApp({ at: '/' })
  await page.findByText('the home')
  act(busy.begin)
  const line = await page.findByRole('progressbar', { name: 'shell.loading' })
  expect(line.closest('header, main, nav')).not.toBeNull()
  act(busy.end)
  expect(page.queryByRole('progressbar')).toBeNull()
})
