// @vitest-environment jsdom
import { act, screen as page } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { startApp, stopApp } from '../../../tests/support/startApp.tsx'
import { client } from '../../../tests/support/client.ts'

afterEach(stopApp)

test('a long call shows a named progress line, inside a landmark', async () => {
  await startApp({ at: '/' })
  await page.findByText('the home')
  act(client.ui.busy.begin)
  const line = await page.findByRole('progressbar', { name: 'shell.loading' })
  expect(line.closest('header, main, nav')).not.toBeNull()
  act(client.ui.busy.end)
  expect(page.queryByRole('progressbar')).toBeNull()
})
